/** The result of one part of the bench: a table, its method, and its aims. */
export type Section = {
  title: string
  method: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  goals: readonly Goal[]
}

export type Goal = { aim: string; measured: string; isMet: boolean }
