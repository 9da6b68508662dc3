"""The image, the compose files, the unit and the workflow agree with the program and with each other."""

from __future__ import annotations

import io
import json
import os
import re
import runpy
import shlex
import tarfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_group

from bot.cli import WRONG_SETTING, app
from bot.config import Settings, read_proxies
from bot.health.connections import IDLE_TIMEOUT
from bot.process import TIMEOUT

ROOT = Path(__file__).parents[1]
SETTINGS = {name.upper() for name in Settings.model_fields}
COMMANDS = set(get_group(app).commands)
FILES = {name: yaml.safe_load((ROOT / name).read_text("utf-8")) for name in ("compose.yaml", "compose.postgres.yaml")}
BOTS = [(file, name) for file, all_ in FILES.items() for name in all_["services"] if name.startswith("turnpost")]
UID = 10001


def service(file: str, name: str) -> dict[str, Any]:
    return FILES[file]["services"][name]


def instructions(keyword: str) -> list[str]:
    """Return what the last stage of the Dockerfile says to a keyword."""
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ").rpartition("\nFROM ")[2]
    return re.findall(rf"(?:^|\n)(?:HEALTHCHECK.* )?{keyword} (.+)", text)


def unit() -> dict[str, list[str]]:
    lines = (ROOT / "deploy/turnpost.service").read_text("utf-8").splitlines()
    found: dict[str, list[str]] = {}
    for key, value in (line.split("=", 1) for line in lines if "=" in line and not line.startswith("#")):
        found.setdefault(key, []).append(value)
    return found


def test_the_image_runs_commands_that_there_are_as_a_user_of_its_own() -> None:
    commands = [json.loads(each) for each in instructions("CMD")]
    assert commands == [["turnpost", "health"], ["turnpost", "run"]]
    assert {command[1] for command in commands} <= COMMANDS
    assert instructions("USER") == [f"{UID}:{UID}"]
    assert instructions("VOLUME") == instructions("WORKDIR") == ["/data"]
    assert "TURNPOST_DATA=/data" in shlex.split(instructions("ENV")[0])


@pytest.mark.parametrize(("file", "name"), [*BOTS, ("compose.postgres.yaml", "postgres")])
def test_services_can_change_nothing_but_their_data(file: str, name: str) -> None:
    found = service(file, name)
    assert found["read_only"] is True
    assert found["cap_drop"] == ["ALL"]
    assert found["security_opt"] == ["no-new-privileges:true"]
    assert found["restart"] == "unless-stopped"
    assert all("noexec,nosuid,nodev,size=" in each for each in found["tmpfs"])
    assert next(volume.partition(":")[0] for volume in found["volumes"]) in FILES[file]["volumes"]
    assert {"max-size", "max-file"} <= set(found["logging"]["options"])
    assert "privileged" not in found


@pytest.mark.parametrize(("file", "name"), BOTS)
def test_bots_get_settings_that_there_are(file: str, name: str) -> None:
    found = service(file, name)
    settings = found["environment"]
    assert set(settings) <= SETTINGS
    assert found["env_file"] == ".env"
    assert [volume.partition(":")[2] for volume in found["volumes"]] == [settings["TURNPOST_DATA"]] == ["/data"]
    assert found["ports"][0].startswith("127.0.0.1:")
    assert found["ports"][0].endswith(f":{settings['TURNPOST_METRICS_PORT']}")
    assert int(found["stop_grace_period"].removesuffix("s")) > TIMEOUT
    assert found["init"] is True


@pytest.mark.parametrize("file", FILES)
def test_caddy_leads_to_the_site_of_each_bot_if_it_is_wanted(file: str) -> None:
    found = service("compose.yaml", "caddy") | service(file, "caddy")
    assert found.get("extends", {"service": "caddy"})["service"] == "caddy"
    assert found["profiles"] == ["web"]
    assert (found["read_only"], found["cap_drop"], found["cap_add"]) == (True, ["ALL"], ["NET_BIND_SERVICE"])
    assert [each.partition(":")[2] for each in found["ports"]] == ["80", "443", "443/udp"]
    assert "caddy" in FILES[file]["volumes"]
    bots = [name for of, name in BOTS if of == file]
    port = Settings.model_fields["turnpost_web_port"].default
    assert found["environment"]["UPSTREAMS"].split() == [f"{name}:{port}" for name in bots]
    for bot in (service(file, name) for name in bots):
        assert bot["environment"]["TURNPOST_WEB_HOST"] == "0.0.0.0"  # noqa: S104 - in a container
        assert read_proxies(bot["environment"]["TURNPOST_PROXIES"])[0].is_private
        assert bot["ports"][1].startswith("127.0.0.1:")
        assert bot["ports"][1].endswith(f":{port}")
    asked = set(re.findall(r"\{\$(\w+)\}", (ROOT / "deploy/Caddyfile").read_text("utf-8")))
    assert asked == service("compose.yaml", "caddy")["environment"].keys()


def test_caddy_uses_no_connection_that_the_site_may_just_close() -> None:
    (seconds,) = re.findall(r"keepalive (\d+)s", (ROOT / "deploy/Caddyfile").read_text("utf-8"))
    assert 0 < int(seconds) < IDLE_TIMEOUT


def test_the_processes_on_postgres_carry_each_shard_once() -> None:
    environments = [service(file, name)["environment"] for file, name in BOTS if file == "compose.postgres.yaml"]
    (count,) = {each["SHARD_COUNT"] for each in environments}
    carried = [int(shard) for each in environments for shard in each["SHARD_IDS"].split(",")]
    assert sorted(carried) == list(range(count))


def test_the_processes_on_postgres_share_nothing_but_the_database() -> None:
    found = [service(file, name) for file, name in BOTS if file == "compose.postgres.yaml"]
    for key in ("ports", "volumes"):
        all_ = [place.rpartition(":")[0] for each in found for place in each[key]]
        assert len({*all_}) == len(all_)
    assert FILES["compose.postgres.yaml"]["networks"]["database"] == {"internal": True}
    assert service("compose.postgres.yaml", "postgres")["networks"] == ["database"]


def test_the_example_of_settings_has_what_the_compose_files_ask_for() -> None:
    example = set(re.findall(r"^(?:# )?([A-Z_]+)=", (ROOT / ".env.example").read_text("utf-8"), re.MULTILINE))
    asked = {name for file in FILES for name in re.findall(r"\$\{([A-Z_]+)", (ROOT / file).read_text("utf-8"))}
    assert asked <= example <= SETTINGS | asked | {"COMPOSE_FILE", "COMPOSE_PROFILES"}


def test_the_unit_hardens_and_restarts_what_the_program_is() -> None:
    found = unit()
    assert found["ExecStart"] == ["/opt/turnpost/bin/turnpost run"]
    assert found["RestartPreventExitStatus"] == [str(WRONG_SETTING)]
    assert int(found["TimeoutStopSec"][0]) > TIMEOUT
    assert found["WorkingDirectory"] == [f"/var/lib/{found['StateDirectory'][0]}"]
    (environment,) = (dict(each.split("=") for each in line.split()) for line in found["Environment"])
    assert environment["TURNPOST_DATA"] == found["WorkingDirectory"][0]
    assert found["ProtectSystem"] == ["strict"]
    assert found["CapabilityBoundingSet"] == [""]
    assert {"NoNewPrivileges", "PrivateTmp", "PrivateDevices", "ProtectHome", "MemoryDenyWriteExecute"} <= {
        key for key, values in found.items() if values == ["yes"]
    }
    assert "WatchdogSec" not in found, "the program tells systemd nothing"


def test_the_check_of_the_image_hardens_it_as_compose_does() -> None:
    script = (ROOT / ".ci/image").read_text("utf-8")
    bot = service("compose.yaml", "turnpost")
    options = {"read-only": "", "tmpfs": f" {bot['tmpfs'][0]}", "cap-drop": " ALL", "memory": f" {bot['mem_limit']}"}
    options |= {"pids-limit": f" {bot['pids_limit']}", "security-opt": " no-new-privileges"}
    assert [name for name, value in options.items() if f"--{name}{value}" not in script] == []


def test_workflows_run_files_that_there_are_and_pin_what_they_use() -> None:
    for path in (ROOT / ".github/workflows").glob("*.yml"):
        for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values():
            for step in job["steps"]:
                for name in re.findall(r"\.ci/[\w-]+", step.get("run", "")):
                    assert os.access(ROOT / name, os.X_OK)
                assert re.fullmatch(r"[\w-]+(/[\w-]+){1,2}@v\d+", step.get("uses", "a/b@v1"))


def test_the_workflow_pushes_tags_alone_and_after_the_image_has_run() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/image.yml").read_text("utf-8"))
    publish = workflow["jobs"]["publish"]
    assert publish["needs"] == "run"
    assert workflow["permissions"] == {"contents": "read"}
    pushes = [step for step in publish["steps"] if step.get("with", {}).get("push") or "login" in step.get("uses", "")]
    assert len(pushes) == 2
    assert {step["if"] for step in pushes} == {"github.ref_type == 'tag'"}
    builds = [
        step["with"] for step in publish["steps"] if "platforms" in step.get("with", {}) and "tags" in step["with"]
    ]
    assert [(each["platforms"], each["sbom"]) for each in builds] == [("linux/amd64,linux/arm64", True)] * 2


def archive(platforms: list[str], labels: list[str], predicates: list[str]) -> tarfile.TarFile:
    """Return an OCI archive of images with attestations."""
    files: dict[str, Any] = {}

    def add(content: Any) -> str:
        digest = f"sha256:{len(files):064}"
        files[f"blobs/{digest.replace(':', '/')}"] = content
        return digest

    entries: list[dict[str, Any]] = []
    for platform in platforms:
        config = add({"config": {"Labels": {f"org.opencontainers.image.{name}": "x" for name in labels}}})
        image = add({"config": {"digest": config}})
        system, processor = platform.split("/")
        entries.append({"digest": image, "platform": {"os": system, "architecture": processor}})
        layers = [{"annotations": {"in-toto.io/predicate-type": each}} for each in predicates]
        notes = {"vnd.docker.reference.type": "attestation-manifest", "vnd.docker.reference.digest": image}
        unknown = {"os": "unknown", "architecture": "unknown"}
        entries.append({"digest": add({"layers": layers}), "platform": unknown, "annotations": notes})
    files["index.json"] = {"manifests": [{"digest": add({"manifests": entries})}]}
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w") as tar:
        for name, content in files.items():
            data = json.dumps(content).encode()
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    written.seek(0)
    return tarfile.open(fileobj=written)


def test_an_image_that_lacks_a_processor_a_label_or_an_sbom_is_found() -> None:
    check = runpy.run_path(str(ROOT / ".ci/image-contents"), run_name="image_contents")
    find, platforms, labels = check["find_faults"], sorted(check["PLATFORMS"]), sorted(check["LABELS"])
    predicates = ["https://spdx.dev/Document", "https://slsa.dev/provenance/v1"]
    assert find(archive(platforms, labels, predicates)) == []
    assert find(archive(platforms[:1], labels, predicates)) == ["There is no image for linux/arm64."]
    assert find(archive(platforms[:1], labels[1:], predicates))[-1] == "The image for linux/amd64 has no label created."
    assert find(archive(platforms, labels, predicates[1:])) == [
        f"The image for {platform} has nothing of https://spdx.dev/Document." for platform in platforms
    ]
