'use client'

import { Plus } from 'lucide-react'
import { ProjectChoices } from '@/components/domain-ui/choices'
import { useGoTo } from '@/components/ui/go-to'
import { Link } from '@/components/ui/link'
import { navHref } from './nav-items'

/** The list of an open switcher, for a person with many projects. */
export function ProjectFinder({ project }: { project: string }) {
  const goTo = useGoTo()
  return (
    <>
      <ProjectChoices value={project} onChange={({ slug }) => goTo(navHref(slug, ''))} />
      <Link
        href="/projects/new"
        className="mt-1 flex h-8 items-center gap-2 rounded-sm border-t px-1.5 text-sm hover:bg-hover pointer-coarse:h-10 [&_svg]:size-4 [&_svg]:text-ink-3"
      >
        <Plus aria-hidden />
        New project
      </Link>
    </>
  )
}
