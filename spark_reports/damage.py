"""Files of a dataset that are damaged: whoever reads one says which, and what helps."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa

from spark_reports.manifest import ManifestUnreadable

_UNREADABLE = frozenset({errno.EACCES, errno.EPERM, errno.EIO})
"""What a system says of one file that nobody gets at here."""


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """The block reads that Parquet file. Raises ManifestUnreadable where it is damaged, may not be
    read, or the disk cannot read it; OSError where it is gone, or this computer at its limits.

    Of a damaged page Arrow says OSError as well; but what a system says has a number. A computer
    without memory says nothing of the file, nor does who is called off.
    """
    try:
        yield
    except (pa.ArrowMemoryError, pa.ArrowCancelled):
        raise
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno in _UNREADABLE:
            raise ManifestUnreadable(f"{path} cannot be read") from error
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise ManifestUnreadable(f"{path} is damaged") from error
