import Foundation

/// Gives the review server a connection's bytes, whole and in two pieces, and a request's body.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let cut = bytes.isEmpty ? 0 : Int(bytes[0]) * bytes.count / 256
  let requests = answered([bytes[...]])
  // The result does not depend on where the network splits the bytes.
  precondition(answered([bytes[..<cut], bytes[cut...]]) == requests)
  for body in requests.map(\.body) + [Data(bytes)] {
    _ = try? JSONDecoder().edit(body)
    _ = try? JSONDecoder().focus(body)
  }
  return 0
}

private struct Answered: Equatable {
  let method: String
  let path: [String]
  let query: [String: String]
  let headers: [String: String]
  let body: Data
}

private func answered(_ pieces: [ArraySlice<UInt8>]) -> [Answered] {
  var reader = HTTPRequestReader()
  var requests: [Answered] = []
  for piece in pieces {
    reader.take(piece)
    do throws(HTTPRefusal) {
      while let request = try reader.next() {
        precondition(request.body.count <= HTTPRequestReader.bodyLimit)
        requests.append(
          Answered(
            method: request.method, path: request.path, query: request.query,
            headers: request.headers, body: request.body))
      }
    } catch {
      return requests
    }
  }
  return requests
}
