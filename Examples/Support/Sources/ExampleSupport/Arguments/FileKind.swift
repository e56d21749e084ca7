import Foundation

/// The kind of item at a path.
package enum FileKind: Equatable {
  case file, folder, device, pipe, socket

  package init(_ status: stat) {
    self =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
  }

  /// The kind of the item at a path; nil if there is none.
  package init?(ofPath path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  package var name: String {
    switch self {
    case .file: "a file"
    case .folder: "a folder"
    case .device: "a device"
    case .pipe: "a pipe"
    case .socket: "a socket"
    }
  }
}
