import { BlockList, isIP } from 'node:net'

/**
 * IPv4 ranges that are not on the open internet: private, shared, loopback, link-local, reserved, multicast (RFC 6890).
 */
const INTERNAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** The IPv6 range of the open internet, and the ranges in it that contain an IPv4 address or serve for examples. */
const OPEN_V6 = ['2000::/3']
const CLOSED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const internalV4 = listOf(INTERNAL_V4)
const openV6 = listOf(OPEN_V6)
const closedV6 = listOf(CLOSED_V6)

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address)
    if (family === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) throw new RangeError(range)
    const type = family === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, type)
    else list.addSubnet(address, Number(bits), type)
  }
  return list
}

/**
 * Returns whether the server must not connect to an IP address on behalf of users (T63). True for a text that is no IP
 * address.
 */
export function isInternal(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return internalV4.check(address, 'ipv4')
  if (family === 6) return !openV6.check(address, 'ipv6') || closedV6.check(address, 'ipv6')
  return true
}

/** Returns whether the operator allows the server to connect to an internal address. */
export type Allowed = (address: string) => boolean

/**
 * Reads addresses and ranges, separated by commas; undefined if there are none. Throws RangeError with the first wrong
 * one.
 */
export function readAllowed(text: string): Allowed | undefined {
  const ranges = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (ranges.length === 0) return undefined
  const list = listOf(ranges)
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Returns the host of a web address as the server connects to it. IPv4 in any spelling has become four numbers. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

const THIS_MACHINE = /(^|\.)localhost$/i
/** The zones of private networks, which the open internet does not have. */
const OWN_ZONES = /(^|\.)(local|internal|intranet|lan|home\.arpa)$/i

/**
 * Returns whether a web address is internal as it is written: an internal IP address, or a name in a zone of private
 * networks. The address of any other name is only known when the server connects.
 */
export function leadsInside(address: string, allowed: Allowed | undefined): boolean {
  if (!URL.canParse(address)) return false
  const host = hostOf(new URL(address))
  if (isIP(host) !== 0) return isInternal(host) && !allowed?.(host)
  if (THIS_MACHINE.test(host)) return !allowed?.('127.0.0.1')
  return OWN_ZONES.test(host) && !allowed
}
