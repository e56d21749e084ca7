import Foundation

/// The formats of screenshots, recognized by the first bytes of their files.
package enum ImageFormat: String, CaseIterable, Sendable {
  case png
  case jpeg
  case gif
  case webP = "webp"
  case bmp
  case heic

  /// The format of a file's bytes; nil if they are not a picture.
  package init?(of data: Data) {
    let start = Array(data.prefix(12))
    let isKnown = { (bytes: [UInt8], offset: Int) in
      start.dropFirst(offset).starts(with: bytes)
    }
    if isKnown([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], 0) {
      self = .png
    } else if isKnown([0xFF, 0xD8, 0xFF], 0) {
      self = .jpeg
    } else if isKnown(Array("GIF8".utf8), 0) {
      self = .gif
    } else if isKnown(Array("RIFF".utf8), 0), isKnown(Array("WEBP".utf8), 8) {
      self = .webP
    } else if isKnown(Array("BM".utf8), 0) {
      self = .bmp
    } else if isKnown(Array("ftyp".utf8), 4), Self.isStillImage(brand: start.dropFirst(8)) {
      self = .heic
    } else {
      return nil
    }
  }

  /// The extension of files with the format.
  package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

  private static func isStillImage(brand: ArraySlice<UInt8>) -> Bool {
    ["heic", "heix", "mif1", "heim", "heis"].contains { brand.elementsEqual($0.utf8) }
  }
}
