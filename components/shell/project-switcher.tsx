'use client'

import { Check, ChevronsUpDown, Plus } from 'lucide-react'
import Link from 'next/link'
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '@/components/ui/dropdown-menu'
import { navHref } from './nav-items'

type ProjectSwitcherProps = { projects: readonly { slug: string; name: string }[]; project: string }

export function ProjectSwitcher({ projects, project }: ProjectSwitcherProps) {
  const current = projects.find((candidate) => candidate.slug === project)
  const trigger = (
    <button
      type="button"
      aria-label={`Project ${current?.name ?? project}. Switch project`}
      className="-ml-2 flex h-8 min-w-0 max-w-48 items-center gap-1.5 rounded-md px-2 font-medium text-sm hover:bg-hover data-[state=open]:bg-hover"
    >
      <span className="truncate">{current?.name ?? project}</span>
      <ChevronsUpDown className="size-3.5 shrink-0 text-ink-3" aria-hidden />
    </button>
  )
  return (
    <DropdownMenu trigger={trigger}>
      <MenuLabel>Projects</MenuLabel>
      {projects.map((candidate) => (
        <MenuItem key={candidate.slug} asChild>
          <Link href={navHref(candidate.slug, '')} aria-current={candidate.slug === project || undefined}>
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
    </DropdownMenu>
  )
}
