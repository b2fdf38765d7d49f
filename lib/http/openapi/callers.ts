import type { Scope } from '@/lib/contracts/contract'

type Security = Record<string, string[]>[]

const PERSON: Security = [{ session: [] }]
const PERSON_OR_KEY: Security = [{ apiKey: [] }, { session: [] }]

/** Who may call an operation of a scope: as text, and as an OpenAPI security requirement. */
export const CALLERS: Record<Scope, { words: string; security: Security }> = {
  public: { words: 'Anyone, without signing in.', security: [] },
  session: { words: 'A signed-in person. API keys are refused.', security: PERSON },
  member: { words: 'Any signed-in member of the project. API keys are refused.', security: PERSON },
  read: { words: 'An API key with the scope `read`, or any member of the project.', security: PERSON_OR_KEY },
  write: {
    words: 'An API key with the scope `write`, or a reviewer or admin of the project.',
    security: PERSON_OR_KEY,
  },
  decide: {
    words: 'A signed-in reviewer or admin of the project. API keys and agents are always refused: a person decides.',
    security: PERSON,
  },
  admin: { words: 'A signed-in admin of the project. API keys are always refused.', security: PERSON },
}
