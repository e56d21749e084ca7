import Foundation
import ReadItLaterCore
@testable import ReadItLaterService
import SwiftData
import WebServer

/// A service with a bookmark; nil if a request may have changed its store, and it must be created
/// again.
///
/// Fuzzers are called by one thread.
private nonisolated(unsafe) var service: BookmarkService?

private let bookmarkID = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

private func makeService() throws -> BookmarkService {
  let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    .addingTextIndexes(TextIndex(\Bookmark.title, \Bookmark.url, tokenizer: .substrings))
  let container = try ModelContainer(
    for: Schema(versionedSchema: AppV3Schema.self), configurations: configuration)
  let context = ModelContext(container)
  let bookmark = Bookmark(url: "https://example.org/dune", title: "Dune")
  bookmark.id = bookmarkID
  context.insert(bookmark)
  try context.save()
  return BookmarkService(container, pool: WorkerPool(threadCount: 0, limit: 0))
}

/// Fuzzes requests to `readitlaterd`: a line with a method and a target, and the body after an
/// empty line.
///
/// libmicrohttpd parses the connection; the service parses the target and the body.
@Sendable func requests(_ bytes: UnsafeRawBufferPointer) {
  let text = String(decoding: bytes, as: UTF8.self)
  let parts = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
  let words = parts[0].split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
  guard words.count == 2 else { return }
  do throws(WebRefusal) {
    var request = try WebRequest(String(words[0]), target: String(words[1]))
    if parts.count > 1 { request.body = Data(parts[1].utf8) }
    respond(to: request)
  } catch {
    require(
      (400..<500).contains(error.status), "A target that cannot be read is the sender's failure.")
  }
}

private func respond(to request: WebRequest) {
  do {
    let current = try service ?? makeService()
    service = request.method == "GET" ? current : nil
    let response = current.routes().respond(to: request)
    require(
      response.status < 500, "A request had the status \(response.status): \(request)")
    require(!response.body.isEmpty, "A request had an empty answer: \(request)")
  } catch {
    fatalError("The service cannot be made: \(error)")
  }
}
