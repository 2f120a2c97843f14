"""Tests under the packages of PyPI are for `./dev packages`, which makes their environments."""
import os

collect_ignore = [] if os.environ.get("SAPPER_TEST_PACKAGES") else ["packages"]
