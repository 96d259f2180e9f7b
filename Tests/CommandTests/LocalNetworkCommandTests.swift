import Foundation
import Testing
import _TestSupport

/// What another device of the local network can do: one in a network namespace of its own, at the other end of a wire.
@Suite("photoprep on the local network")
struct LocalNetworkCommandTests {
  /// Whether this system lets a process make networks of its own (unshare of util-linux, ip of iproute2).
  private static let canMakeNetworks = Result {
    let script = "unshare -rn bash -c 'ip link add here type veth peer name there && type nsenter'"
    return try Tool.shell(script, in: FileManager.default.temporaryDirectory).status == 0
  }

  private static let condition = ConditionTrait.enabled(
    if: (try? canMakeNetworks.get()) == true,
    "no networks can be made here: unshare, nsenter, bash and ip with veth are needed")

  /// Begins with a network of two machines: this one is 10.211.0.1, and `ask` is what the other one, 10.211.0.2, sends.
  private static let network = #"""
    set -e
    trap 'kill $pids 2>/dev/null' EXIT
    ip link set lo up
    unshare -n sleep 300 &
    other=$!; pids=$other
    until [ "$(readlink /proc/$other/ns/net)" != "$(readlink /proc/self/ns/net)" ]; do sleep 0.01; done
    ip link add here type veth peer name there netns $other
    ip addr add 10.211.0.1/24 dev here
    ip link set here up
    nsenter -t $other -n sh -c 'ip link set lo up; ip addr add 10.211.0.2/24 dev there; ip link set there up'
    # Starts a command; its address is then in $address, and what is behind the slashes of it in $place.
    start() {
      rm -f lines; mkfifo lines
      "$photoprep" "$@" > lines 2> said &
      server=$!; pids="$pids $server"
      exec 4< lines
      read -r address <&4
      place=${address#http://}; port=${place#*:}; port=${port%%/*}; place=${place%%/*}
      until grep -q Control-C said; do sleep 0.01; done
    }
    # Sends a request to a machine, and prints the answer, or 'no answer'. What follows it is no request, so that
    # the connection ends.
    raw() {
      nsenter -t $other -n bash -c 'exec 3<>/dev/tcp/$1/$2 && printf "$3-\r\n\r\n" >&3 && timeout 10 cat <&3' - \
        "$1" "$2" "$3" 2>/dev/null || echo 'no answer'
    }
    ask() { # method, path, body, host, origin
      raw 10.211.0.1 $port "$1 $2 HTTP/1.1\r\nHost: ${4:-$place}\r\n${5:+Origin: $5\r\n}Content-Type: application/json\r\n${key:+Authorization: Bearer $key\r\n}Content-Length: ${#3}\r\n\r\n$3"
    }
    first() { head -n 1 | cut -c 1-14; }
    """#

  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let prep = try Tool.run(
      ["prep", Fixture.url("orientation/1.jpg").path, "--store", "store", "--quiet"],
      in: directory.url)
    #expect(prep.status == 0, "\(prep.messages)")
  }

  /// What the script prints, line by line, in a network of its own.
  private func lines(_ script: String) throws -> [Substring] {
    let file = directory.url.appending(path: "script")
    let tool = BuiltProducts.photoprep.path
    try "photoprep='\(tool)'\n\(Self.network)\n\(script)".write(
      to: file, atomically: false, encoding: .utf8)
    let result = try Tool.shell("unshare -rn bash script", in: directory.url)
    #expect(result.status == 0, "\(result)")
    return result.output.split(whereSeparator: \.isNewline)
  }

  @Test(condition) func `another device gets the page and, without the code, nothing of the store`()
    throws
  {
    let lines = try lines(
      #"""
      start review --store store --lan
      ask GET / | first
      ask GET /api/photos | first
      ask GET / '' 127.0.0.1:$port | first
      ask GET / '' photos.example | first
      ask POST /api/pair '{"code":"1"}' $place http://photos.example | first
      ask POST /api/pair '{"code":"1"}' $place http://$place | first
      for digit in 1 2 3 4 5; do
        ask POST /api/pair "{\"code\":\"$(printf $digit%.0s 1 2 3 4 5 6 7 8)\"}" $place http://$place | first
      done
      ask POST /api/pair "{\"code\":\"$(sed -n 's/.*once: //p' said)\"}" $place http://$place | first
      grep -c '10.211.0.2 sent a wrong code; tries left: 4' said
      grep -c 'no browser is paired any more' said
      """#)
    let refused = Array(repeating: "HTTP/1.1 403 ", count: 6)
    #expect(
      lines == [
        "HTTP/1.1 200 ", "HTTP/1.1 401 ", "HTTP/1.1 421 ", "HTTP/1.1 421 ", "HTTP/1.1 403 ",
        "HTTP/1.1 422 ",
      ] + refused.map { $0[...] } + ["1", "1"])
  }

  @Test(condition) func `the code of the terminal opens the store to the device that sends it`()
    throws
  {
    let lines = try lines(
      #"""
      start review --store store --lan 10.211.0.1
      body="{\"code\":\"$(sed -n 's/.*once: //p' said)\"}"
      found=$(ask POST /api/pair "$body" $place http://$place | grep -o '"session":"[0-9a-f]*"' | cut -d '"' -f 4)
      key=$found ask GET /api/photos | grep -c '"name":"1.jpg"'
      ask POST /api/pair "$body" $place http://$place | first
      ask GET /api/photos | first
      grep -c '10.211.0.2 is paired' said
      """#)
    #expect(lines == ["1", "HTTP/1.1 403 ", "HTTP/1.1 401 ", "1"])
  }

  @Test(condition) func `without --lan no other device reaches the server`() throws {
    let lines = try lines(
      #"""
      start review --store store --no-open
      echo ${address%%:$port*}
      raw 10.211.0.1 $port "GET / HTTP/1.1\r\nHost: $place\r\n\r\n"
      raw 127.0.0.1 $port "GET / HTTP/1.1\r\nHost: $place\r\n\r\n"
      """#)
    #expect(lines == ["http://127.0.0.1", "no answer", "no answer"])
  }

  @Test(condition) func `a package is fetched once, by who has its address, and then it ends`()
    throws
  {
    let packed = try Tool.run(
      ["package", Fixture.url("orientation/1.jpg").path, "best.wwdesign"], in: directory.url)
    #expect(packed.status == 0, "\(packed.messages)")
    let lines = try lines(
      #"""
      start offer best.wwdesign
      path=/${address##*/}
      ask GET / | first
      ask GET $path/0 '' 127.0.0.1:$port | first
      ask GET $path | grep -c 'Download best.wwdesign'
      ask GET $path/0 > answer
      sed '1,/^\r$/d' answer | cmp - best.wwdesign && echo whole
      wait $server; echo $?
      cat said | tail -n 1
      ask GET $path
      """#)
    #expect(
      lines == [
        "HTTP/1.1 404 ", "HTTP/1.1 421 ", "1", "whole", "0",
        "best.wwdesign: fetched by 10.211.0.2", "no answer",
      ])
  }

  @Test(condition) func `neither of two addresses is guessed, and one of the Internet is refused`()
    throws
  {
    let lines = try lines(
      #"""
      ip addr add 203.0.113.7/24 dev here
      for address in 203.0.113.7 127.0.0.1; do
        "$photoprep" review --store store --lan $address 2>&1 || echo $?
      done
      ip addr add 192.168.77.1/24 dev here
      "$photoprep" review --store store --lan 2>&1 || echo $?
      """#)
    let remedy = "Say which one the phone reaches: --lan 10.211.0.1"
    let refused = ["203.0.113.7", "127.0.0.1"].flatMap { address in
      [
        "photoprep: --lan: This machine has no address '\(address)' on a local network: "
          + "10.211.0.1 (here). \(remedy)", "1",
      ]
    }
    let several =
      "photoprep: --lan: This machine has several addresses on local networks: "
      + "10.211.0.1 (here), 192.168.77.1 (here). \(remedy)"
    #expect(lines.map(String.init) == refused + [several, "1"])
  }
}
