import type { Scope } from '@/lib/contracts/contract'

type Security = Record<string, string[]>[]

const PERSON: Security = [{ session: [] }]
const PERSON_OR_KEY: Security = [{ apiKey: [] }, { session: [] }]

/** Who may call an operation of a scope: as text, and as an OpenAPI security requirement. */
export const CALLERS: Record<Scope, { text: string; security: Security }> = {
  public: { text: 'Anyone, without signing in.', security: [] },
  session: { text: 'A signed-in person. API keys are refused.', security: PERSON },
  member: { text: 'Any signed-in member of the project. API keys are refused.', security: PERSON },
  read: { text: 'An API key with the scope `read`, or any member of the project.', security: PERSON_OR_KEY },
  write: {
    text: 'An API key with the scope `write`, or a reviewer or admin of the project.',
    security: PERSON_OR_KEY,
  },
  decide: {
    text: 'A signed-in reviewer or admin of the project. API keys and agents are always refused: a person decides.',
    security: PERSON,
  },
  admin: { text: 'A signed-in admin of the project. API keys are always refused.', security: PERSON },
}
