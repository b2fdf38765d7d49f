'use client'

import { SlidersHorizontal } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { useMyRole } from '@/components/domain-ui/role'
import { browserSetting, useBrowserSetting } from '@/components/ui/browser-storage'
import { Button } from '@/components/ui/button'
import { FilterToggle } from '@/components/ui/filter-bar'
import { FilterMenu } from '@/components/ui/filter-menu'
import { Link } from '@/components/ui/link'
import { Popover } from '@/components/ui/popover'
import { SwitchField } from '@/components/ui/switch'
import type { ReviewQueue } from '@/lib/contracts/review-queue'
import { reviewReasons } from '@/lib/contracts/vocabulary'
import { reviewReasonLabels } from '@/lib/presentation/labels/review'
import { formatWaiting } from '@/lib/presentation/labels/review-progress'
import { agreementHref, rubricHref } from '@/lib/presentation/links'
import { reviewSearchParsers } from '@/lib/queries/review-search'

/** Filters of the review queue, and the auto-advance setting. */
export function QueueFilters({ project, queue }: { project: string; queue: ReviewQueue | null }) {
  const role = useMyRole(project)
  const [{ chain, reason, assigned }, setSearch] = useQueryStates(reviewSearchParsers, { history: 'replace' })
  const chains = queue?.chains ?? []
  const countText = (count: number) => formatWaiting(count, queue?.exact.everything ?? true)
  const countOf = new Map(queue?.reasons.map((row) => [row.reason, row.count]))
  return (
    <>
      <FilterMenu
        title="Chain"
        options={chains.map((row) => ({ value: row.chain, label: row.chain, hint: countText(row.count) }))}
        chosen={chain === null ? [] : [chain]}
        onChange={(chosen) => void setSearch({ chain: chosen.at(-1) ?? null, run: null })}
      />
      <FilterMenu
        label="Reason"
        groups={[
          {
            title: 'Why it waits',
            options: reviewReasons.map((value) => ({
              value,
              label: reviewReasonLabels[value],
              hint: countText(countOf.get(value) ?? 0),
            })),
            chosen: reason ?? [],
            onChange: (chosen) => {
              const known = reviewReasons.filter((value) => chosen.includes(value))
              void setSearch({ reason: known.length > 0 ? known : null, run: null })
            },
          },
        ]}
      />
      <FilterToggle
        isOn={assigned === true}
        onChange={(isOn) => void setSearch({ assigned: isOn ? true : null, run: null })}
      >
        Mine {queue && <span className="text-ink-3 text-xs">{countText(queue.assignedToMe)}</span>}
      </FilterToggle>
      <Popover
        label="Review settings"
        trigger={
          <Button aria-label="Review settings" icon={<SlidersHorizontal aria-hidden />} className="px-2 text-ink-2" />
        }
      >
        <div className="grid gap-3">
          <AutoAdvance />
          <ul className="grid gap-1.5 border-t pt-3 text-sm">
            <li>
              <Link href={agreementHref(project)} className="link">
                How far people agree
              </Link>
            </li>
            {role === 'admin' && (
              <li>
                <Link href={rubricHref(project, chain ?? chains[0]?.chain)} className="link">
                  What reviewers are asked
                </Link>
              </li>
            )}
          </ul>
        </div>
      </Popover>
    </>
  )
}

function AutoAdvance() {
  const [isOn, setOn] = useAutoAdvance()
  return (
    <SwitchField
      label="Auto-advance"
      hint="Show the next run after a verdict, unless someone disagrees."
      checked={isOn}
      onCheckedChange={setOn}
    />
  )
}

const setting = browserSetting('review-auto-advance', 'on')

/** Setting of this browser: whether the next run opens automatically after a verdict. */
export function useAutoAdvance(): [boolean, (isOn: boolean) => void] {
  return [useBrowserSetting(setting) !== 'off', (isOn) => setting.write(isOn ? 'on' : 'off')]
}
