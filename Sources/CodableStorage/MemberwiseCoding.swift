/// What takes values apart by member.
protocol MemberwiseCoding {
  /// The members; nil where there are none.
  var memberLayout: KeyedLayout? { get }
}

extension CompositeCoding: MemberwiseCoding {
  var memberLayout: KeyedLayout? { layout.isEnumeration ? nil : layout }
}

extension OptionalCoding: MemberwiseCoding {
  var memberLayout: KeyedLayout? { (wrapped as? any MemberwiseCoding)?.memberLayout }
}

extension ValueCodec: MemberwiseCoding {
  var memberLayout: KeyedLayout? { (coding as? any MemberwiseCoding)?.memberLayout }
}
