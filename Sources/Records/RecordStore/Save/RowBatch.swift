import CRowCells
import CoreDataFormat
import Foundation
import SQLCore

/// Rows of one entity to write, with values for the same properties in each row.
///
/// The cells of a row are adjacent, in the order of the properties. Values are copied once, into
/// memory of the batch, where a database may read them.
package final class RowBatch {
  // Unchecked, because rows are added and read sequentially, value by value: one thread fills a
  // batch, and one reads it.

  package let entity: RecordEntity
  /// The properties whose values the rows contain.
  package let properties: PropertyMask
  /// The number of each property's first column, counted from 1; -1 if the rows lack the property.
  package let columns: RowColumns
  /// The number of cells in a row.
  package let width: Int
  /// The index of the first row among all rows of the plan.
  package let firstRow: Int
  /// The keys of the rows; negative for rows to insert.
  @exclusivity(unchecked) package private(set) var keys: [Int64] = []
  /// Whether some cell refers to its value instead of containing it.
  @exclusivity(unchecked) private(set) var hasIndirectCells = false

  @exclusivity(unchecked) private var cells: UnsafeMutablePointer<openswiftdata_cell>
  /// The cells of the row that is being written.
  @exclusivity(unchecked) private var row: UnsafeMutablePointer<openswiftdata_cell>
  /// Whether the database stores dates in microseconds.
  private let roundsDates: Bool
  private var roundedDates: [(row: Int, parameter: Int)] = []
  private var texts: [String] = []
  private var blobs: [Data] = []
  @exclusivity(unchecked) private var memory = BatchMemory()

  /// The number of rows that fit now.
  private var capacity: Int
  private let largestCapacity: Int

  /// Small batches, for example for models of alternating classes, use little memory.
  private static let leastCapacity = 4

  /// The maximum number of cells in a batch: a quarter of a megabyte.
  private static let largestSize = 16_384
  /// Texts and blobs of more bytes are not copied.
  private static let largestCopy = 512

  package init(
    _ entity: RecordEntity, _ properties: PropertyMask, _ columns: RowColumns, width: Int,
    firstRow: Int, expected: Int
  ) {
    self.entity = entity
    self.properties = properties
    self.columns = columns
    self.width = width
    self.firstRow = firstRow
    roundsDates = entity.table.dialect.features.datesAreMicroseconds
    largestCapacity = min(max(expected, 1), max(Self.largestSize / max(width, 1), 1))
    capacity = min(largestCapacity, Self.leastCapacity)
    cells = .allocate(capacity: max(width, 1) * capacity)
    row = cells
  }

  deinit { cells.deallocate() }

  package var count: Int { keys.count }
  package var isFull: Bool { keys.count == largestCapacity }

  /// Begins a row, whose values are written next; all are NULL until then.
  package func beginRow(_ key: Int64) {
    if keys.count == capacity { grow() }
    row = cells + keys.count * width
    keys.append(key)
    let empty = openswiftdata_cell(kind: Int32(OPENSWIFTDATA_NULL), count: 0, .init(integer: 0))
    row.initialize(repeating: empty, count: width)
  }

  private func grow() {
    let larger = min(capacity * 4, largestCapacity)
    let moved = UnsafeMutablePointer<openswiftdata_cell>.allocate(
      capacity: max(width, 1) * larger)
    moved.initialize(from: cells, count: width * capacity)
    cells.deallocate()
    (cells, capacity) = (moved, larger)
  }

  /// Returns the cells of a row.
  package func row(_ index: Int) -> UnsafePointer<openswiftdata_cell> {
    UnsafePointer(cells + index * width)
  }

  /// Returns the index of a property's first cell in a row; nil if the rows lack the property.
  package func place(of property: Int) -> Int? {
    let number = columns.first[property]
    return number > 0 ? Int(number) - 1 : nil
  }

  /// Returns the target of a to-one relationship: negative for a row to insert, 0 for none, nil if
  /// the rows lack the property.
  package func target(_ row: Int, of property: Int) -> Int64? {
    place(of: property).map { self.row(row)[$0].integer }
  }
}

extension RowBatch {
  /// Returns the large text that a cell refers to.
  package func text(of cell: openswiftdata_cell) -> String { texts[Int(cell.integer)] }
  /// Returns the large blob, or the external value, that a cell refers to.
  package func blob(of cell: openswiftdata_cell) -> Data { blobs[Int(cell.integer)] }

  @inline(__always)
  private func set(_ kind: Int, _ integer: Int64, _ parameter: Int) {
    let cell = row + (parameter - 1)
    cell.pointee.kind = Int32(truncatingIfNeeded: kind)
    cell.pointee.integer = integer
  }

  /// Writes the key of a to-one relationship's target; 0 for none.
  package func bindKey(_ key: Int64, _ parameter: Int) {
    hasIndirectCells = true
    set(Int(OPENSWIFTDATA_KEY), key, parameter)
  }

  /// Writes a value that may be stored in an external file.
  package func bindExternal(_ bytes: Data, _ parameter: Int) {
    hasIndirectCells = true
    set(Int(OPENSWIFTDATA_FILE), Int64(blobs.count), parameter)
    blobs.append(bytes)
  }

  /// Leaves an external value unchanged in its file.
  package func bindSameFile(_ parameter: Int) {
    hasIndirectCells = true
    set(Int(OPENSWIFTDATA_SAME_FILE), 0, parameter)
  }

  @inline(__always)
  private func set(_ kind: Int, _ bytes: UnsafeRawBufferPointer, _ parameter: Int) {
    let cell = row + (parameter - 1)
    cell.pointee.kind = Int32(truncatingIfNeeded: kind)
    cell.pointee.count = Int32(truncatingIfNeeded: bytes.count)
    cell.pointee.bytes = UnsafePointer(memory.copy(bytes))
  }
}

extension RowBatch: ParameterWriter {
  package func bindNull(_ parameter: Int) { set(Int(OPENSWIFTDATA_NULL), 0, parameter) }

  package func bind(_ value: Int64, _ parameter: Int) {
    set(Int(OPENSWIFTDATA_INTEGER), value, parameter)
  }

  package func bind(_ value: Double, _ parameter: Int) {
    let cell = row + (parameter - 1)
    cell.pointee.kind = Int32(OPENSWIFTDATA_REAL)
    cell.pointee.real = value
  }

  package func bind(_ value: String, _ parameter: Int) {
    var value = value
    let isCopied = value.withUTF8 { bytes in
      guard bytes.count <= Self.largestCopy else { return false }
      set(Int(OPENSWIFTDATA_TEXT), UnsafeRawBufferPointer(bytes), parameter)
      return true
    }
    guard !isCopied else { return }
    hasIndirectCells = true
    set(Int(OPENSWIFTDATA_LARGE_TEXT), Int64(texts.count), parameter)
    texts.append(value)
  }

  package func bind(_ value: Data, _ parameter: Int) {
    guard value.count > Self.largestCopy else {
      return value.withUnsafeBytes { set(Int(OPENSWIFTDATA_BLOB), $0, parameter) }
    }
    hasIndirectCells = true
    set(Int(OPENSWIFTDATA_LARGE_BLOB), Int64(blobs.count), parameter)
    blobs.append(value)
  }

  package func bind(_ value: UUID, _ parameter: Int) {
    withUnsafeBytes(of: value.uuid) { set(Int(OPENSWIFTDATA_UUID), $0, parameter) }
  }

  package func bind(_ value: Bool, _ parameter: Int) {
    set(Int(OPENSWIFTDATA_BOOL), value ? 1 : 0, parameter)
  }

  package func bind(_ value: Date, _ parameter: Int) {
    let cell = row + (parameter - 1)
    cell.pointee.kind = Int32(OPENSWIFTDATA_DATE)
    cell.pointee.real = value.timeIntervalSinceReferenceDate
    if roundsDates, value.inMicroseconds != nil { roundedDates.append((count - 1, parameter)) }
  }

  /// The rows whose values the database may round, narrow or compute, with the affected properties.
  package var rounded: [(row: Int, properties: PropertyMask)] {
    let narrowed = PropertyMask(entity.narrowed.filter(properties.contains) + entity.computed)
    return roundedDates.map { row, parameter in
      (row, PropertyMask([property(at: parameter - 1)].compactMap(\.self)))
    } + (narrowed.isEmpty ? [] : (0..<count).map { ($0, narrowed) })
  }

  package func bind(_ value: Decimal, _ parameter: Int) {
    withUnsafeBytes(of: value) { set(Int(OPENSWIFTDATA_DECIMAL), $0, parameter) }
  }
}

/// Memory for the texts and blobs of a batch; their addresses never change.
private struct BatchMemory: ~Copyable {
  private var blocks: [UnsafeMutableRawPointer] = []
  private var next: UnsafeMutableRawPointer?
  private var rest = 0

  private var size = 512

  private static let largestSize = 32_768

  init() {}

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// Copies bytes; returns nil if there are none.
  @inline(__always)
  mutating func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutablePointer<UInt8>? {
    guard let source = bytes.baseAddress, bytes.count > 0 else { return nil }
    if bytes.count > rest { addBlock() }
    guard let target = next else { return nil }
    target.copyMemory(from: source, byteCount: bytes.count)
    next = target + bytes.count
    rest &-= bytes.count
    return target.assumingMemoryBound(to: UInt8.self)
  }

  @inline(never)
  private mutating func addBlock() {
    // The first block fits every value that is copied.
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    blocks.append(block)
    (next, rest) = (block, size)
    size = min(size * 4, Self.largestSize)
  }
}
