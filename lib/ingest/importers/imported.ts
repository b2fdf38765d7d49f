import type { RunBody } from '@/lib/contracts/run-input'

/** One record of a file: the run it makes, or why it makes none. */
export type Imported<Run = RunBody> = { ok: true; run: Run } | { ok: false; id: string | null; reason: string }

/** What the file cannot say of itself, and the one who imports can. */
export type ImportOptions = { chain?: string | undefined; version?: string | undefined }

export function cannotImport(
  reason: string,
  id: string | null = null,
): { ok: false; id: string | null; reason: string } {
  return { ok: false, id, reason }
}
