import Foundation

/// Recognizes types of files by their first bytes.
enum FileType {
  private static let beginnings: [(bytes: [UInt8], ending: String)] = [
    ([0x89, 0x50, 0x4E, 0x47], "png"), ([0xFF, 0xD8, 0xFF], "jpg"),
    (Array("GIF8".utf8), "gif"), (Array("%PDF".utf8), "pdf"), (Array("bplist".utf8), "plist"),
  ]

  static func ending(of bytes: Data) -> String {
    beginnings.first { bytes.starts(with: $0.bytes) }?.ending ?? "bin"
  }
}
