export interface OpportunitiesSchema {
  address_books: AddressBooksTable;
  opportunities: OpportunitiesTable;
}

interface AddressBooksTable {
  project_id: string;
  /** Identifies what the book was read from, such as the commit; null before the first time. */
  version: string | null;
  /** JSON: AddressBook. */
  book: string | null;
  read_at: number | null;
  /** When the latest reading began, successful or not. */
  looked_at: number | null;
  /** When the repository is next read. */
  look_at: number;
  /** A human-readable sentence if the repository could not be read. */
  problem: string | null;
}

/** The opportunities about which somebody decided. All others are derived from the events when they are listed. */
interface OpportunitiesTable {
  id: string;
  project_id: string;
  /** JSON: Proposal, as of the decision. */
  proposal: string;
  /** `dismissed` or `started`. */
  decision: string;
  job_id: string | null;
  /** 1 if a pull request was closed and the opportunity was started again. */
  reopened: number;
  decided_at: number;
}
