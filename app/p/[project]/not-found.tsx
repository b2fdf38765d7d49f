'use client'

import { useParams } from 'next/navigation'
import { navHref } from '@/components/shell/nav-items'
import { PageNotFound } from '@/components/shell/page-not-found'
import { Link } from '@/components/ui/link'

export default function ProjectNotFound() {
  const { project } = useParams<{ project: string }>()
  return <PageNotFound link={<Link href={navHref(project, '')}>Go to the overview</Link>} />
}
