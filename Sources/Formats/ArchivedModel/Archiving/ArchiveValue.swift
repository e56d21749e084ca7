import Foundation

/// A value of a property list, including the references of keyed archives.
indirect enum ArchiveValue: Sendable {
  case text(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  case data(Data)
  /// The number of an object of the archive.
  case reference(Int)
  case array([ArchiveValue])
  case dictionary([(String, ArchiveValue)])

  /// The reference that represents nil.
  static let null = ArchiveValue.reference(0)
}
