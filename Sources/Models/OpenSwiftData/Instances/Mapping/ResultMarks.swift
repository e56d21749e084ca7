/// Properties that all instances of one result share.
struct ResultMarks {
  /// Whether the rows lack some properties.
  let isPartial: Bool
  /// The batch number of the result; 0 for none.
  let batch: UInt32
}
