import CPostgresBaseline
import Foundation

/// A bookmark as a class of Swift's without anything that a library adds.
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

  /// The same number as that of the model.
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

/// Reads the rows of statements into plain objects, an array for each statement, which is read and dropped.
///
/// That is the least that a program does which wants objects, whatever library it has.
final class ObjectReader {
  private let ask: (Int) -> Void
  private var objects: [PlainBookmark] = []
  private var sum: UInt64 = 0

  /// - Parameter ask: Makes what the caller of a library makes to say what he wants, called before each statement.
  private init(_ ask: @escaping (Int) -> Void) { self.ask = ask }

  /// Runs statements for a reader.
  ///
  /// - Parameters:
  ///   - ask: Called with the number of each statement before it is run.
  ///   - body: Calls a function of the baseline.
  /// - Returns: The sum of the objects' checksums.
  /// - Throws: What `body` throws.
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
    // SAFETY: the reader outlives the function that has its address.
    Unmanaged.fromOpaque(context).takeUnretainedValue()
  }

  private func end() {
    for object in objects { sum &+= object.checksum }
    objects = []
  }
}
