"""`make demo`. Ctrl-C ends it at any time, also while it is still being loaded, which takes seconds."""

try:
    from tests.demo.command import main

    main()
except KeyboardInterrupt:
    print("Stopped.")  # noqa: T201 - to the onlooker
