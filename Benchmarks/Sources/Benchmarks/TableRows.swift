/// All rows, in the order of the table.
let tableRows: [any TableRow] =
  timedWorkloads + historyWorkloads + ChildRow.memory + ChildRow.startup + concurrentWorkloads

/// The workloads measured by processor time.
private let timedWorkloads: [any Workload] = [
  InsertWorkload(), FetchAllWorkload(), FilteredPageWorkload(), UniqueLookupWorkload(),
  IdentifierLookupWorkload(), UpdateWorkload(), DeleteModelsWorkload(), BatchDeleteWorkload(),
  CountWorkload(), TextSearchWorkload(), LazyWalkWorkload(), PrefetchedWalkWorkload(),
  AddedColumnWorkload(),
  RebuiltTableWorkload(),
]

/// The workloads that are measured with several numbers of rows.
let growingWorkloads: [any Workload] = [
  InsertWorkload(), FetchAllWorkload(), FilteredPageWorkload(), UniqueLookupWorkload(),
  UpdateWorkload(),
]

private let concurrentWorkloads: [any Workload] = [
  ConcurrentReadsWorkload(key: "l", readerCount: 4, hasWriter: true),
  ConcurrentReadsWorkload(key: "l1", readerCount: 1, hasWriter: false),
]

/// Writing with the history enabled, compared with the same plain work in C.
private let historyWorkloads: [any Workload] = [
  InsertWorkload(tracksHistory: true), UpdateWorkload(tracksHistory: true),
  DeleteModelsWorkload(tracksHistory: true), BatchDeleteWorkload(tracksHistory: true),
]
