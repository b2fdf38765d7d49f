'use client'

import { useParams } from 'next/navigation'
import { navHref } from '@/components/shell/nav-items'
import { PageNotFound } from '@/components/shell/page-not-found'

export default function ProjectNotFound() {
  const { project } = useParams<{ project: string }>()
  return <PageNotFound href={navHref(project, '')} label="Go to the overview" />
}
