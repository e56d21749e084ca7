import CRowCells
import Foundation

extension openswiftdata_cell {
  /// The date in a cell that contains one.
  package var date: Date { Date(timeIntervalSinceReferenceDate: real) }

  /// The UUID in a cell that contains one.
  package var uuid: UUID? { bytes.map { UUIDWords.uuid($0) } }

  /// The decimal number in a cell that contains one, as the bytes of its memory.
  package var decimal: Decimal? {
    guard let bytes, count == MemoryLayout<Decimal>.size else { return nil }
    var decimal = Decimal()
    withUnsafeMutableBytes(of: &decimal) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }
    return decimal
  }
}
