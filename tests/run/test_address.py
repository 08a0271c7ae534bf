"""Addresses of model servers, and which key goes where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.run.address import ClientSetupError, read_address, read_key

SECRET = "sk-secret-1234567890"


@pytest.fixture(autouse=True)
def no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8000/v1", "https://api.openai.com/v1", "http://[::1]:1/v1", "http://gpu-box/v1"]
)
def test_addresses_of_servers_are_read(url: str) -> None:
    assert read_address(url).hostname


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost:8000",
        "ftp://host/v1",
        "http://",
        "http://host:port/v1",
        "http://host:99999/v1",
        "http://[::1/v1",
        "http://host /v1",
        "http://host/v1\n",
        "file:///etc/passwd",
    ],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(ClientSetupError, match="looks like"):
        read_address(url)


def test_credentials_in_an_address_are_refused_and_not_repeated() -> None:
    with pytest.raises(ClientSetupError, match="no user name and no password") as refusal:
        read_address(f"https://me:{SECRET}@host/v1")
    assert SECRET not in str(refusal.value)


@given(st.text(max_size=20))
def test_no_text_breaks_the_reader(url: str) -> None:
    try:
        read = read_address(url)
    except ClientSetupError:
        return
    assert read.hostname


@pytest.mark.parametrize(
    ("url", "with_key", "without_key"),
    [
        ("http://127.0.0.1:8000/v1", SECRET, "none"),
        ("http://localhost:8000/v1", SECRET, "none"),
        ("https://127.0.0.1:8000/v1", SECRET, "none"),
        ("http://192.168.1.5:8000/v1", "none", "none"),
        ("http://gpu-box:8000/v1", "none", "none"),
        ("https://api.openai.com/v1", SECRET, None),
        ("http://models.example.com/v1", None, None),
    ],
)
def test_which_key_goes_where(
    url: str, with_key: str | None, without_key: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for value, expected in ((SECRET, with_key), ("", without_key)):
        monkeypatch.setenv("OPENAI_API_KEY", value)
        if expected is None:
            with pytest.raises(ClientSetupError) as refusal:
                read_key(read_address(url), None)
            assert SECRET not in str(refusal.value)
        else:
            assert read_key(read_address(url), None) == expected


def test_a_named_variable_is_used_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", f" {SECRET}\n")
    for url in ("http://models.example.com/v1", "http://192.168.1.5/v1", "https://api.openai.com/v1"):
        assert read_key(read_address(url), "MY_KEY") == SECRET


def test_a_named_variable_without_a_key_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MY_KEY", raising=False)
    with pytest.raises(ClientSetupError, match="`MY_KEY` holds no key"):
        read_key(read_address("http://127.0.0.1/v1"), "MY_KEY")


@pytest.mark.parametrize("key", ["sk-ключ", "sk-\x01secret", "sk-a\r\nX: y"])
def test_a_key_that_cannot_be_sent_is_refused_and_not_repeated(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(ClientSetupError, match="cannot be sent") as refusal:
        read_key(read_address("https://api.openai.com/v1"), None)
    assert key not in str(refusal.value)
