/// The texts that the design specifies for the settings screen and the first launch.
package enum SettingsText {
  package static let title = "設定"
  package static let header = "データ同期"
  package static let iCloudSwitch = "iCloud同期"
  package static let footer = "iCloud同期をオンにすると、複数のデバイス間でデータが同期されます。"
  package static let restart = "設定を反映するにはアプリを再起動してください"
  /// The notice for users of the first version: the store begins empty.
  package static let dataIsReset = "データがリセットされる"
}
