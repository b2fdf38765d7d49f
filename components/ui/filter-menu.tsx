'use client'

import { ChevronDown } from 'lucide-react'
import { Button } from './button'
import type { FilterGroup } from './filter-options'
import { lazyComponent, useLazyComponent } from './lazy-component'
import { Popover } from './popover'

const options = lazyComponent(() => import('./filter-options'))

type Groups = { label: string; groups: readonly FilterGroup[] }

/** One or more lists of filter values behind a button that shows how many are chosen. */
export function FilterMenu(props: FilterGroup | Groups) {
  const { label, groups } = 'groups' in props ? props : { label: props.title, groups: [props] }
  const count = groups.reduce((sum, group) => sum + group.chosen.length, 0)
  const trigger = (
    <Button className={count > 0 ? 'border-line-control' : 'text-ink-2'}>
      {label}
      {count > 0 && <span className="rounded-sm bg-selected px-1 text-ink text-xs">{count}</span>}
      <ChevronDown className="text-ink-3" aria-hidden />
    </Button>
  )
  return (
    <Popover trigger={trigger} label={`Filter by ${label.toLowerCase()}`} className="w-64 p-2!">
      <OpenGroups groups={groups} />
    </Popover>
  )
}

function OpenGroups({ groups }: Pick<Groups, 'groups'>) {
  const loaded = useLazyComponent(options)
  return (
    loaded && groups.map((group, place) => <loaded.OptionList key={group.title} group={group} isFirst={place === 0} />)
  )
}
