"""L0, the machine: virtual time, processes that die, stores that don't, an outside that counts. Knows no topology."""
