import { PageNotFound } from '@/components/shell/page-not-found'
import { Link } from '@/components/ui/link'

export default function GateNotFound() {
  return (
    <PageNotFound
      title="Gate not found"
      link={(className) => (
        <Link href="/" className={className}>
          Back to the desk
        </Link>
      )}
    >
      The link may be incomplete, or lead to a gate of another project.
    </PageNotFound>
  )
}
