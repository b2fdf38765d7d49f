import type { Page } from '@playwright/test'
import type { Db } from '@/lib/db/client'
import type { BenchProject } from './bench-project'
import type { Screens } from './screens'

/** An interaction on an open page. `begin` runs before it and is not measured. */
export type Interaction = { name: string; begin?: (page: Page) => Promise<void>; act: (page: Page) => Promise<void> }

/** A page to open and measure. `shown` is its name in the report. */
export type PageCase = { shown: string; path: string; isSignedOut?: boolean; interactions?: readonly Interaction[] }

const press = (name: string, key: string): Interaction => ({ name, act: (page) => page.keyboard.press(key) })

const palette = press('opening the palette', 'Control+k')
const focusFilter = async (page: Page) => {
  await page.keyboard.press('/')
  await page.locator('input:focus').waitFor()
}
const typing: Interaction = {
  name: 'typing in the filter',
  begin: focusFilter,
  act: (page) => page.keyboard.type('refer', { delay: 60 }),
}
const rowClick: Interaction = {
  name: 'a click on a row',
  act: (page) => page.locator('tr[data-row] td:last-child').first().click({ force: true }),
}
const steps: Interaction = {
  name: 'next step of the transcript',
  act: async (page) => {
    for (const _ of Array.from({ length: 5 })) await page.keyboard.press('j', { delay: 60 })
  },
}

/** Returns every page of a filled project. */
export async function pageCases(db: Db, { id, slug }: BenchProject, screens: Screens): Promise<PageCase[]> {
  const group = await db.failureGroup.findFirstOrThrow({
    where: { projectId: id },
    orderBy: { roots: 'desc' },
    select: { fingerprint: true },
  })
  const of = (pattern: string, path = pattern, interactions: readonly Interaction[] = []): PageCase => ({
    shown: pattern || 'overview',
    path: `/p/${slug}${path}`,
    interactions,
  })
  return [
    { shown: '/signin', path: '/signin', isSignedOut: true },
    of('', '', [palette]),
    of('/review', '/review'),
    of('/runs', '/runs', [palette, typing, rowClick]),
    of('/runs, by a word', '/runs?text=reference'),
    of('/runs/[run]', `/runs/${screens.runId}`, [palette, steps]),
    of('/gates', '/gates', [palette]),
    of('/gates/[gate]', `/gates/${screens.gateId}`),
    of('/week'),
    of('/chains'),
    of('/chains/[chain]', '/chains/planner'),
    of('/chains/[chain]/versions/[version]', '/chains/planner/versions/1.2.0'),
    of('/chains/[chain]/compare', '/chains/planner/compare?a=1.1.0&b=1.2.0'),
    of('/compare'),
    of('/failures', '/failures', [palette]),
    of('/failures/[group]', `/failures/${encodeURIComponent(group.fingerprint)}`),
    of('/convergence'),
    of('/calibration'),
    of('/thinking'),
    of('/dead-letters'),
    of('/settings'),
    of('/settings/configuration'),
    of('/settings/members'),
    of('/settings/keys'),
    of('/settings/webhooks'),
    of('/settings/judge'),
    of('/settings/templates'),
    of('/settings/mail'),
    of('/settings/data'),
    of('/settings/audit'),
    of('/settings/account'),
  ]
}
