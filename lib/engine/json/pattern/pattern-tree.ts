/** The structure of a regular expression; `atom` tests one character, `edge` the characters on both sides of a position. */
export type PatternNode =
  | { kind: 'atom'; matches: (character: string) => boolean }
  | { kind: 'edge'; holds: (before: string | undefined, after: string | undefined) => boolean }
  | { kind: 'sequence'; items: PatternNode[] }
  | { kind: 'choice'; options: PatternNode[] }
  | { kind: 'repeat'; body: PatternNode; min: number; max: number }
  | { kind: 'lookahead'; body: PatternNode; negated: boolean }
