export type Finding = {
  subject: string
  state: 'good' | 'warning' | 'bad'
  /** What was found. */
  seen: string
  /** How to fix it; empty if nothing is wrong. */
  advice: string
}

export function good(subject: string, seen: string): Finding {
  return { subject, state: 'good', seen, advice: '' }
}

export function warning(subject: string, seen: string, advice: string): Finding {
  return { subject, state: 'warning', seen, advice }
}

export function bad(subject: string, seen: string, advice: string): Finding {
  return { subject, state: 'bad', seen, advice }
}
