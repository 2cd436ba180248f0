"""A backup: a tree of files, copied, zipped, checked and restored by way of a temporary folder."""

import hashlib
import os
import shutil
import tempfile
import zipfile
from pathlib import Path


def tree(folder):
    return sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob("*"))


def digest(folder):
    total = hashlib.md5()
    for path in sorted(Path(folder).rglob("*")):
        if path.is_file():
            total.update(path.read_bytes())
    return total.hexdigest()


for name, text in {"notes/a.txt": "alpha", "notes/deep/b.txt": "beta\n" * 3000, "c.bin": "\0\1"}.items():
    path = Path("data", name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)

before = digest("data")
with zipfile.ZipFile("backup.zip", "w", zipfile.ZIP_DEFLATED) as archive:
    for name in tree("data"):
        archive.write(Path("data", name), name)
print(
    zipfile.is_zipfile("backup.zip"), os.path.getsize("backup.zip") < os.path.getsize("data/notes/deep/b.txt")
)

shutil.copytree("data", "copy")
shutil.rmtree("data/notes")
print(tree("data"), tree("copy"))
with tempfile.TemporaryDirectory() as temporary:
    shutil.unpack_archive("backup.zip", temporary)
    print(digest(temporary) == before, len(tree(temporary)))
    shutil.rmtree("data")
    shutil.move(temporary + "/notes", "data")
print(os.path.exists(temporary), tree("data"))
for folder, folders, files in os.walk("copy"):
    print(folder, sorted(folders), sorted(files))
