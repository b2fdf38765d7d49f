'use client'

import { Check, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { ProjectChoices } from '@/components/domain-ui/choices'
import { MenuItem, MenuLabel, MenuSeparator, OpenedMenu } from '@/components/ui/floating/menu'
import { OpenedPopover } from '@/components/ui/floating/popover'
import { useGoTo } from '@/components/ui/go-to'
import { Link } from '@/components/ui/link'
import type { OutputAt } from '@/lib/contracts/targets'
import { projectHref } from '@/lib/presentation/links'

type OpenedSwitcherProps = {
  project: string
  /** The projects of the page; undefined if they could not be loaded. */
  known: OutputAt<'GET /api/v1/projects'> | undefined
  trigger: ReactNode
  byKeyboard: boolean
}

/** The projects to switch to: a menu of the page's if those are all, else a list that is searched on the server. */
export function OpenedSwitcher({ project, known, trigger, byKeyboard }: OpenedSwitcherProps) {
  const goTo = useGoTo()
  if (!known || known.more)
    return (
      <OpenedPopover trigger={trigger} label="Switch project" className="w-80 p-2!">
        <ProjectChoices value={project} onChange={({ slug }) => goTo(projectHref(slug))} />
        <Link
          href="/projects/new"
          className="-mx-2 mt-1 -mb-2 flex h-9 items-center gap-2 border-t px-3.5 text-sm hover:bg-hover pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:text-ink-3"
        >
          <Plus aria-hidden />
          New project
        </Link>
      </OpenedPopover>
    )
  return (
    <OpenedMenu trigger={trigger} byKeyboard={byKeyboard}>
      <MenuLabel>Projects</MenuLabel>
      {known.projects.map((candidate) => (
        <MenuItem key={candidate.slug} asChild>
          <Link href={projectHref(candidate.slug)} aria-current={candidate.slug === project || undefined}>
            <span className="flex-1 truncate">{candidate.name}</span>
            {candidate.slug === project && <Check aria-hidden />}
          </Link>
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem asChild>
        <Link href="/projects/new">
          <Plus aria-hidden />
          New project
        </Link>
      </MenuItem>
    </OpenedMenu>
  )
}
