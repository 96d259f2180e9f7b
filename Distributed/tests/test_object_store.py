import fsspec
import pytest

from conftest import Run, check_whole
from faulty_proxy import FaultyProxy


def upload(photos, address):
    fs = fsspec.filesystem("s3", endpoint_url=address, skip_instance_cache=True)
    fs.mkdir("bucket")
    fs.put(str(photos) + "/", "bucket/photos/", recursive=True)


@pytest.fixture
def endpoint(monkeypatch, moto):
    """A store behind a faulty line; the machines of the cluster, which starts later, see this address."""
    proxy = FaultyProxy(moto)
    monkeypatch.setenv("AWS_ENDPOINT_URL", proxy.address)
    yield moto, proxy
    proxy.server.shutdown()


def test_an_object_store_that_fails_now_and_then_loses_nothing(endpoint, request, photos, tmp_path):
    moto, proxy = endpoint
    upload(photos, moto)
    cluster = request.getfixturevalue("cluster")
    run = Run(cluster, "s3://bucket/photos", "s3://bucket/store").end()
    assert all(count > 2 for count in proxy.faults.values()), proxy.faults
    check_whole(run, photos, "s3://bucket/store", tmp_path)
