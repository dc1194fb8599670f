"""Libraries that a bundle leaves to the system, and the Debian packages that bring them: values.

They belong to the machine's screen, sound, fonts and C library: copies of another machine's would
not fit them. Everything else that the program loads lies in the bundle. A test compares the table
with dpkg where there is one; newer Debians and Ubuntus provide these names as well.
"""

from __future__ import annotations

from collections.abc import Mapping

PACKAGES: Mapping[str, str] = {
    # C and C++.
    "ld-linux-aarch64.so.1": "libc6",
    "ld-linux-x86-64.so.2": "libc6",
    "libc.so.6": "libc6",
    "libdl.so.2": "libc6",
    "libgcc_s.so.1": "libgcc-s1",
    "libm.so.6": "libc6",
    "libpthread.so.0": "libc6",
    "libresolv.so.2": "libc6",
    "librt.so.1": "libc6",
    "libstdc++.so.6": "libstdc++6",
    "libutil.so.1": "libc6",
    # The screen.
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libXext.so.6": "libxext6",
    "libXrandr.so.2": "libxrandr2",
    "libdrm.so.2": "libdrm2",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    # Fonts, messages between programs, sound.
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libpulse.so.0": "libpulse0",
    # What every desktop has for others.
    "libbrotlicommon.so.1": "libbrotli1",
    "libbrotlidec.so.1": "libbrotli1",
    "libbz2.so.1": "libbz2-1.0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}

OPTIONAL: Mapping[str, str] = {"libqgtk3.so": "libgtk-3-0"}
"""Plug-ins that Qt does without where their libraries are missing, and who brings those."""
