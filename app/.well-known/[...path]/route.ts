export {
  wellKnown as GET,
  wellKnown as HEAD,
  wellKnown as OPTIONS,
  wellKnown as POST,
} from '@/lib/http/oauth'
