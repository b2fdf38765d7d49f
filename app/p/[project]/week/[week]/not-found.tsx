import { PageNotFound } from '@/components/shell/page-not-found'
import { Link } from '@/components/ui/link'

export default function WeekNotFound() {
  return (
    <PageNotFound
      title="Week not found"
      link={(className) => (
        <Link href="/" className={className}>
          Back to the desk
        </Link>
      )}
    >
      The week has not started, does not exist, or this revision was never created.
    </PageNotFound>
  )
}
