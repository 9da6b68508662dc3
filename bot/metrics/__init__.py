"""What the running bot measures for Prometheus."""
