"""The optional compiled kernel: without a C compiler or Cython the same sources run interpreted."""

from pathlib import Path

from setuptools import Extension, setup

FOLDER = "src/sightline/core/kernel"
MODULES = [
    "buffers",
    "outline",
    "footprints",
    "strife",
    "view",
    "faces",
    "samples",
    "sight",
    "floor",
    "tangents",
    "search",
    "reach",
    "skyline",
    "bundle",
]
FLAGS = ["-O3", "-g0", "-ffp-contract=off"]  # no fused multiply-add: both backends must give the same bits

try:
    from Cython.Build import cythonize
except ImportError:
    extensions = []
else:
    extensions = cythonize(
        [
            Extension(
                f"sightline.core.kernel.{name}",
                [f"{FOLDER}/{name}.py"],
                depends=sorted(str(path) for path in Path(FOLDER).glob("*.pxd")),
                extra_compile_args=FLAGS,
                optional=True,
            )
            for name in MODULES
        ],
        include_path=["src"],
        build_dir="build",  # the generated C stays out of the sources
        quiet=True,
    )

for extension in extensions:
    # Cython makes extensions of its own and forgets that ours may fail to build.
    extension.optional = True

setup(ext_modules=extensions, package_dir={"": "src"})
