import CPostgresBaseline
import Foundation

/// A bookmark as a plain Swift class, without additions of a library.
final class PlainBookmark {
  var id: UUID
  var createdAt: Date
  var url: String
  var title: String
  var statusRawValue: String
  var statusChangedAt: Date
  var visits: Int
  var score: Double

  init(_ row: baseline_bookmark) {
    id = UUID(uuid: row.id)
    createdAt = date(row.created_at)
    url = text(row.url)
    title = text(row.title)
    statusRawValue = text(row.status)
    statusChangedAt = date(row.status_changed_at)
    visits = Int(row.visits)
    score = row.score
  }

  /// The same number as the model's checksum.
  var checksum: UInt64 {
    let idBits = withUnsafeBytes(of: id.uuid) { $0.load(as: UInt64.self) }
    var sum = idBits &+ createdAt.timeIntervalSinceReferenceDate.bitPattern
    sum &+= UInt64(url.utf8.count) &+ UInt64(title.utf8.count)
    sum &+= UInt64(statusRawValue.utf8.count)
    sum &+= statusChangedAt.timeIntervalSinceReferenceDate.bitPattern
    return sum &+ UInt64(visits) &+ score.bitPattern
  }
}

private func text(_ text: baseline_text) -> String {
  text.bytes.withMemoryRebound(to: UInt8.self, capacity: Int(text.length)) {
    String(decoding: UnsafeBufferPointer(start: $0, count: Int(text.length)), as: UTF8.self)
  }
}

private func date(_ microseconds: Int64) -> Date {
  Date(timeIntervalSinceReferenceDate: Double(microseconds - 31_622_400_000_000) / 1e6)
}

/// Reads the rows of each statement into an array of plain objects, which is read and released.
///
/// That is the minimum for a program that uses objects, whatever its library.
final class ObjectReader {
  private let ask: (Int) -> Void
  private var objects: [PlainBookmark] = []
  private var sum: UInt64 = 0

  /// - Parameter ask: Called before each statement; creates the query objects that the caller of a
  ///   library would create.
  private init(_ ask: @escaping (Int) -> Void) { self.ask = ask }

  /// Runs statements for a reader.
  ///
  /// - Parameters:
  ///   - ask: Called with the index of each statement before it runs.
  ///   - body: Calls a function of the baseline.
  /// - Returns: The sum of the objects' checksums.
  /// - Throws: Errors of `body`.
  static func read(
    asking ask: @escaping (Int) -> Void = { _ in },
    _ body: (UnsafePointer<baseline_reader>) throws -> Void
  ) rethrows -> UInt64 {
    let reader = ObjectReader(ask)
    var calls = baseline_reader(
      context: Unmanaged.passUnretained(reader).toOpaque(),
      begin: { context, index in ObjectReader.at(context).ask(index) },
      take: { context, row in
        ObjectReader.at(context).objects.append(PlainBookmark(row.pointee))
      },
      end: { context in ObjectReader.at(context).end() })
    try withExtendedLifetime(reader) { try body(&calls) }
    return reader.sum
  }

  @inline(__always)
  private static func at(_ context: UnsafeMutableRawPointer) -> ObjectReader {
    // SAFETY: the reader outlives the function that receives its address.
    Unmanaged.fromOpaque(context).takeUnretainedValue()
  }

  private func end() {
    for object in objects { sum &+= object.checksum }
    objects = []
  }
}
