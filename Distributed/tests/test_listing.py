import fsspec

from photoprep_ray.listing import Photo, cut, find


def names(shards):
    return [shard.name for shard in shards]


def many(count):
    return [Photo(f"IMG_{number:05}.jpg", 1000, "1") for number in range(count)]


def test_photos_and_sidecars_are_found_in_order_and_the_rest_is_told_of(tmp_path):
    for path in ("b/2.JPG", "a.png", "a.focus.json", "b/.hidden.jpg", ".git/x.jpg", "film.mov"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(b"12")
    skipped = []
    found = list(find(fsspec.filesystem("file"), str(tmp_path), skipped.append))
    assert [photo.path for photo in found] == ["a.focus.json", "a.png", "b/2.JPG"]
    assert [photo.size for photo in found] == [2, 2, 2]
    assert skipped == ["film.mov"]


def test_every_photo_is_in_one_shard_with_its_sidecar():
    files = [Photo("a/1.jpg", 5, ""), Photo("a/1.jpg.focus.json", 1, ""), Photo("a/2.jpg", 5, ""),
             Photo("a/none.focus.json", 1, ""), Photo("b/3.focus.json", 1, ""), Photo("b/3.heic", 5, "")]
    shards = list(cut(files, 6, ""))
    assert [[file.path for file in shard.files] for shard in shards] == [
        ["a/1.jpg", "a/1.jpg.focus.json"], ["a/2.jpg", "b/3.heic", "b/3.focus.json"]]
    assert [shard.photos for shard in shards] == [["a/1.jpg"], ["a/2.jpg", "b/3.heic"]]


def test_shards_have_about_as_many_bytes_as_asked_and_no_more_than_one_photo_above():
    shards = list(cut(many(5000), 200_000, ""))
    sizes = [sum(file.size for file in shard.files) for shard in shards]
    assert sum(sizes) == 5_000_000
    assert max(sizes) <= 200_000 and min(sizes[:-1]) >= 100_000


def test_a_name_is_made_from_paths_sizes_tags_and_settings():
    [first] = names(cut(many(3), 10_000, ""))
    assert [first] == names(cut(many(3), 10_000, ""))
    changed = many(3)
    changed[1] = Photo(changed[1].path, 1000, "2")
    assert [first] != names(cut(changed, 10_000, ""))
    assert [first] != names(cut(many(3), 10_000, "other settings"))


def test_a_photo_that_comes_leaves_most_shards_as_they_were():
    before = names(cut(many(5000), 200_000, ""))
    after = names(cut([Photo("IMG_00000-new.jpg", 1000, "1"), *many(5000)], 200_000, ""))
    assert len(set(before) - set(after)) <= len(before) // 3
