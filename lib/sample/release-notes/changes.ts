import type { Draw } from '../draw'

export type Change = {
  id: string
  kind: 'feature' | 'fix' | 'security' | 'breaking'
  /** What users get, in plain words. */
  benefit: string
  /** The developers' commit message. */
  commit: string
  /** What users have to do; set for breaking changes. */
  upgrade?: string
}

export type Release = { product: string; version: string; changes: Change[] }

type Entry = readonly [kind: Change['kind'], benefit: string, commit: string, upgrade?: string]

const ENTRIES: readonly Entry[] = [
  ['feature', 'Export any table as CSV', 'feat(export): add CsvStreamSvc and wire it to the table ctor'],
  ['feature', 'Search finds words in attachments', 'feat(search): index attachment blobs via tsvector, WIP ranking'],
  ['feature', 'Invite several people at once', 'feat(members): bulk invite endpoint, refactor InviteDto'],
  ['feature', 'Choose the week that reports begin with', 'feat(reports): weekStart pref in UserCfg'],
  ['feature', 'Keyboard shortcuts for every review action', 'feat(ui): hotkey registry, refactor ActionMenu'],
  ['fix', 'Charts no longer jump when a filter changes', 'fix(charts): memo the scale in useChartModel'],
  ['fix', 'Dates show in your own time zone', 'fix(dates): stop using Date#getDay in TzUtils'],
  ['fix', 'Uploads above 50 MB work again', 'fix(upload): bump nginx body size, retry chunk PUT'],
  ['fix', 'The list remembers where you were', 'fix(list): restore scrollTop from sessionStorage'],
  ['fix', 'E-mails reach addresses with a plus sign', 'fix(mail): escape + in MailAddrParser regex'],
  ['security', 'Sessions end everywhere when you change your password', 'fix(auth): bump tokenVersion on pwd change'],
  ['security', 'Links to shared files expire after 30 days', 'fix(share): ttl on ShareLink rows, cron sweep'],
  [
    'breaking',
    'The old reports API is gone',
    'feat!: drop /v1/reports handlers',
    'Call /v2/reports instead of /v1/reports.',
  ],
  [
    'breaking',
    'API keys now need a scope',
    'feat!: scope column on ApiKey, reject null',
    'Open Settings, API keys, and give each key a scope.',
  ],
  [
    'breaking',
    'Webhooks are signed in a new way',
    'feat!: sign with HMAC-SHA256 over id.ts.body',
    'Check webhooks with the header webhook-signature.',
  ],
]

const PRODUCTS = ['Atlas', 'Beacon', 'Cedar'] as const

/** Draws a release of five to eight changes, one or two of them breaking. `index` keeps versions apart. */
export function drawRelease(draw: Draw, index: number): Release {
  const isBreaking = ([kind]: Entry) => kind === 'breaking'
  const chosen = [
    ...draw.some(ENTRIES.filter(isBreaking), draw.whole(1, 2)),
    ...draw.some(
      ENTRIES.filter((entry) => !isBreaking(entry)),
      draw.whole(4, 6),
    ),
  ]
  const firstId = draw.whole(1000, 8000)
  return {
    product: draw.pick(PRODUCTS),
    version: `${4 + Math.floor(index / 10)}.${index % 10}`,
    changes: draw.some(chosen, chosen.length).map(([kind, benefit, commit, upgrade], at) => ({
      id: `PR-${firstId + at * 7}`,
      kind,
      benefit,
      commit,
      ...(upgrade && { upgrade }),
    })),
  }
}
