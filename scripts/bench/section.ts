/** What one part of the bench found: a table, how it was measured, and how it stands against what was aimed at. */
export type Section = {
  title: string
  method: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  goals: readonly Goal[]
}

export type Goal = { aim: string; measured: string; isMet: boolean }
