import Foundation
import RecordStore

extension GeneratedModels {
  /// Writes the files into a folder, which is created if needed.
  ///
  /// The files get their names when all of them are written, so that a failure, such as a full
  /// disk, does not leave some of them.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - replacing: Whether to replace files of the same names; otherwise nothing is written if one
  ///     exists.
  /// - Throws: `ModelGenerationError.Kind.fileNotWritable` if a file exists already or cannot be
  ///   written; the message names the files that were written nevertheless.
  package func write(to folder: URL, replacing: Bool = false) throws(ModelGenerationError) {
    let places = files.map { folder.appendingPathComponent($0.name).path }
    try Self.check(places, replacing: replacing)
    let isNew = !FileSystem.hasEntry(folder.path)
    let unfinished = FileSystem.unfinishedName(folder.appendingPathComponent(".generated").path)
    var written: [String] = []
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try FileSystem.makeNewFolder(unfinished, nil)
      for file in files {
        let descriptor = try FileSystem.openNew("\(unfinished)/\(file.name)", nil)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: Data(file.text.utf8))
        try handle.close()
      }
      for (file, place) in zip(files, places) {
        let path = "\(unfinished)/\(file.name)"
        if replacing {
          try FileSystem.move(path, to: place)
        } else {
          try FileSystem.moveNew(path, to: place)
        }
        written.append(file.name)
      }
      rmdir(unfinished)
    } catch {
      try? FileManager.default.removeItem(atPath: unfinished)
      // Fails if the folder is not empty.
      if isNew { rmdir(folder.path) }
      throw Self.failure(folder, written, WriteFailure(error))
    }
  }

  /// Checks that files can be created at the paths.
  private static func check(
    _ places: [String], replacing: Bool
  ) throws(ModelGenerationError) {
    guard
      let place = places.first(where: {
        replacing ? FileSystem.isFolder($0) : FileSystem.hasEntry($0)
      })
    else { return }
    throw ModelGenerationError(
      .fileNotWritable,
      replacing
        ? "\(place) is a folder, not a file; nothing was written."
        : "\(place) already exists; nothing was written.",
      advice: replacing
        ? "Choose another folder for the files, or move this one away."
        : "Choose another folder, or replace the files with --force.")
  }

  private static func failure(
    _ folder: URL, _ written: [String], _ failure: WriteFailure
  ) -> ModelGenerationError {
    let left =
      written.isEmpty
      ? "Nothing was written."
      : "Only \(written.joined(separator: ", ")) \(written.count == 1 ? "was" : "were") written."
    return ModelGenerationError(
      .fileNotWritable,
      "The files cannot be written to \(folder.path): \(failure.reason) \(left)",
      advice: failure.advice)
  }
}
