import ExampleSupport

extension CommandOption {
  static let world = CommandOption(
    "world", value: "WORLD", "Only spots in this world: its name, or the beginning of its ID.")
  static let withPhoto = CommandOption("with-photo", "Only spots that have a picture.")
  static let withoutPhoto = CommandOption("without-photo", "Only spots without a picture.")
  static let photo = CommandOption("photo", value: "FILE", "A screenshot of the spot.")
  static let comment = CommandOption("comment", value: "TEXT", "A comment.")
  static let name = CommandOption("name", value: "NAME", "The new name.")
  static let clear = CommandOption("clear", value: "NAMES", "Remove these properties.")
  static let position = CommandOption("at", value: "X,Y,Z", "The new coordinates.")
  static let seed = CommandOption(
    "seed", value: "SEED", "The seed of the world: a number, or a text, as in the game.")
  static let withSpots = CommandOption("with-spots", "Also delete the world's spots.")
  static let count = CommandOption("count", value: "N", "How many spots to show; by default 5.")
  static let images = CommandOption(
    "images", value: "FOLDER", "The folder of the pictures; by default the store's folder.")
  static let withoutPictures = CommandOption(
    "without-pictures", "Continue without the pictures that cannot be read.")
}
