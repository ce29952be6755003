export interface InstallationSchema {
  installation: InstallationTable;
}

/** Facts about the whole installation. */
interface InstallationTable {
  name: string;
  /** JSON. */
  value: string;
}
