/** Lua scripts, which Redis runs atomically. All keys of a script are in one slot. */

/** A script with the number of its keys. */
export interface Script {
  readonly keys: number;
  readonly lua: string;
}

/** The error of a write under a claim that is not the latest. */
export const STALE = 'STALECLAIM';

/** Checks that the claim of the caller is the latest. A session that Redis has lost has no claim, so every write is accepted. */
const CHECK_CLAIM = `
local function checkClaim(key, claim)
  if claim == '' then return nil end
  local latest = tonumber(redis.call('HGET', key, 'claim') or '0')
  if latest and latest > tonumber(claim) then return redis.error_reply('${STALE} another node has claimed the session') end
  return nil
end`;

/**
 * Appends an event, or the end of a stream. The id is chosen by the caller, so that a repeated command appends only once.
 *
 * KEYS: events, session. ARGV: claim or '', id, stream, data, unanswered or '', end or '', most events, most bytes, milliseconds to live,
 * bytes of an event without its data, bytes of the units in which the session is counted. Returns the units if their number has changed,
 * else -1.
 */
const append: Script = {
  keys: 2,
  lua: `${CHECK_CLAIM}
local refused = checkClaim(KEYS[2], ARGV[1])
if refused then return refused end
local entry = { 's', ARGV[3], 'd', ARGV[4] }
if ARGV[5] ~= '' then table.insert(entry, 'u') table.insert(entry, ARGV[5]) end
if ARGV[6] ~= '' then table.insert(entry, 'e') table.insert(entry, '1') end
local added = redis.pcall('XADD', KEYS[1], ARGV[2], unpack(entry))
if type(added) == 'table' and added.err then
  local known = redis.call('XRANGE', KEYS[1], ARGV[2], ARGV[2])
  if known[1] and known[1][2][2] == ARGV[3] then return -1 end
  return added
end
local bytes = redis.call('HINCRBY', KEYS[2], 'bytes', #ARGV[4])
local length = redis.call('XLEN', KEYS[1])
local excess = function () return length > tonumber(ARGV[7]) or bytes > tonumber(ARGV[8]) end
if excess() then
  while length > 0 and excess() do
    local oldest = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 10)
    for _, each in ipairs(oldest) do
      if not excess() then break end
      bytes = bytes - #(each[2][4] or '')
      length = length - 1
    end
    redis.call('XTRIM', KEYS[1], 'MAXLEN', length)
  end
  if length == 0 then bytes = 0 end
  redis.call('HSET', KEYS[2], 'bytes', bytes)
end
redis.call('PEXPIRE', KEYS[1], ARGV[9])
redis.call('PEXPIRE', KEYS[2], ARGV[9])
local units = math.ceil((bytes + length * tonumber(ARGV[10])) / tonumber(ARGV[11]))
if redis.call('HGET', KEYS[2], 'units') == tostring(units) then return -1 end
redis.call('HSET', KEYS[2], 'units', units)
return units`,
};

/** Drops all events of a session. It is no longer counted. KEYS: events, session. */
const dropEvents: Script = {
  keys: 2,
  lua: `
redis.call('XTRIM', KEYS[1], 'MAXLEN', 0)
if redis.call('EXISTS', KEYS[2]) == 1 then
  redis.call('HSET', KEYS[2], 'bytes', 0)
  redis.call('HDEL', KEYS[2], 'units')
end
return 1`,
};

/** Maximum number of expired items that one call of a script stops counting. */
const EXPIRED_AT_ONCE = 1_000;

/**
 * Counts items for limits that callers share, as `Shares` of the runtime does: callers and the networks around them are nodes of a tree. The
 * name of the root is empty. Of several largest ones, the one that has held something for longest gives way. All keys begin with KEYS[1].
 *
 * - `:items`: the amounts of each item, and the path to its holder.
 * - `:expiry`: the items by when they expire.
 * - `:used:1`: the sum of each node for the first limit, `:since:1` its number, which is lower for older ones, and `:in:1:<node>` its members
 *   by their scores, and of equal scores by their age. So for each limit.
 * - `:of:<holder>`: the items of a holder by rank.
 *
 * Each script calls `begin` first. A key that changes is kept at least until the last item expires: when no process is left that refreshes
 * items, all keys expire.
 */
const COUNTING = `
local base = KEYS[1]
local left = 0
local function begin(now, expires)
  local last = redis.call('ZREVRANGE', base .. ':expiry', 0, 0, 'WITHSCORES')
  left = math.max(tonumber(last[2] or '0'), tonumber(expires)) - tonumber(now)
end
local function keep(key)
  if left > 0 and redis.call('PTTL', key) < left then redis.call('PEXPIRE', key, 2 * left) end
end
local function itemOf(id)
  local stored = redis.call('HGET', base .. ':items', id)
  return stored and cjson.decode(stored)
end
local function membersOf(limit, node) return base .. ':in:' .. limit .. ':' .. node end
local function memberOf(limit, node)
  local since = redis.call('HGET', base .. ':since:' .. limit, node)
  if not since then
    since = redis.call('HINCRBY', base .. ':since:' .. limit, '', 1)
    redis.call('HSET', base .. ':since:' .. limit, node, since)
  end
  -- Members of equal scores are sorted by name: the oldest one has the last.
  return string.format('%016.0f ', 2 ^ 53 - since) .. node
end
local function nodeOf(member) return member and string.sub(member, 18) end
local function topOf(limit, node)
  local top = redis.call('ZREVRANGE', membersOf(limit, node), 0, 0, 'WITHSCORES')
  return nodeOf(top[1]), tonumber(top[2] or '0')
end
local function used(limit, node) return tonumber(redis.call('HGET', base .. ':used:' .. limit, node or '') or '0') end
local function change(limit, path, amount)
  for at = #path, 1, -1 do
    local sum = redis.call('HINCRBY', base .. ':used:' .. limit, path[at], amount)
    local members, member = membersOf(limit, path[at - 1] or ''), memberOf(limit, path[at])
    if sum > 0 then
      local _, highest = topOf(limit, path[at])
      redis.call('ZADD', members, math.max(sum * 0.25 ^ (#path - at), highest), member)
      keep(members)
    else
      redis.call('HDEL', base .. ':used:' .. limit, path[at])
      redis.call('HDEL', base .. ':since:' .. limit, path[at])
      redis.call('ZREM', members, member)
    end
  end
  redis.call('HINCRBY', base .. ':used:' .. limit, '', amount)
  keep(base .. ':used:' .. limit)
  keep(base .. ':since:' .. limit)
end
local function set(id, amounts, path)
  local before = itemOf(id)
  redis.call('HSET', base .. ':items', id, cjson.encode({ amounts = amounts, path = path }))
  keep(base .. ':items')
  for limit, amount in ipairs(amounts) do change(limit, path, amount - (before and before.amounts[limit] or 0)) end
end
local function forget(id)
  local item = itemOf(id)
  if not item then return end
  redis.call('HDEL', base .. ':items', id)
  redis.call('ZREM', base .. ':expiry', id)
  redis.call('ZREM', base .. ':of:' .. item.path[#item.path], id)
  for limit, amount in ipairs(item.amounts) do change(limit, item.path, -amount) end
end
local function forgetExpired(now, except)
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', base .. ':expiry', '-inf', now, 'LIMIT', 0, ${EXPIRED_AT_ONCE})) do
    if id ~= except then forget(id) end
  end
end
local function largest(limit, path)
  local node, depth, isOwn = '', 1, true
  while true do
    local top, score = topOf(limit, node)
    if not top then return node end
    local own = isOwn and path[depth] and redis.call('ZSCORE', membersOf(limit, node), memberOf(limit, path[depth]))
    isOwn = own and tonumber(own) == score
    node = isOwn and path[depth] or top
    depth = depth + 1
  end
end
local function oldest(holder, except)
  local items = redis.call('ZRANGE', base .. ':of:' .. holder, 0, 1)
  if items[1] == except then return items[2] end
  return items[1]
end
-- The oldest item of the largest other holder in the smallest network around one that has nothing but an amount.
local function nearest(limit, path, amount)
  for depth = #path - 1, 0, -1 do
    local network = path[depth] or ''
    if used(limit, network) > amount then
      local tops = redis.call('ZREVRANGE', membersOf(limit, network), 0, 1)
      local node = nodeOf(tops[1])
      if node == path[depth + 1] then node = nodeOf(tops[2]) end
      while topOf(limit, node) do node = topOf(limit, node) end
      return oldest(node)
    end
  end
end
`;

/**
 * Counts an item.
 *
 * KEYS: the beginning of the keys. ARGV: id, 'refuse' or 'displace', now, when it expires, rank, and as JSON the amounts, the limits, and the
 * path to its holder. Returns 1 if it is counted, else 0, and the ids of items that were lost.
 */
const share: Script = {
  keys: 1,
  lua: `${COUNTING}
local id, given = ARGV[1], cjson.decode(ARGV[6])
begin(ARGV[3], ARGV[4])
forgetExpired(ARGV[3], id)
local before = itemOf(id)
local path = before and before.path or given.path
local holder = path[#path]
local result = { 1 }
set(id, given.amounts, path)
for limit, most in ipairs(given.limits) do
  local isMore = given.amounts[limit] > (before and before.amounts[limit] or 0)
  while isMore and used(limit) > most do
    local loser = largest(limit, path)
    if loser == holder and ARGV[2] == 'refuse' then
      if before then set(id, before.amounts, path) else forget(id) end
      result[1] = 0
      return result
    end
    local lost = id
    if given.amounts[limit] <= most then
      lost = oldest(loser, id) or not before and nearest(limit, path, given.amounts[limit]) or id
    end
    forget(lost)
    table.insert(result, lost)
    if lost == id then
      result[1] = 0
      return result
    end
  end
end
redis.call('ZADD', base .. ':expiry', ARGV[4], id)
redis.call('ZADD', base .. ':of:' .. holder, ARGV[5], id)
keep(base .. ':expiry')
keep(base .. ':of:' .. holder)
return result`,
};

/** Stops counting an item, and those that have expired. KEYS: the beginning of the keys. ARGV: id or '', now. */
const unshare: Script = {
  keys: 1,
  lua: `${COUNTING}
begin(ARGV[2], 0)
forget(ARGV[1])
forgetExpired(ARGV[2])
return 1`,
};

/** Continues to count items, if they are counted. KEYS: the beginning of the keys. ARGV: now, when they expire, ids. */
const refresh: Script = {
  keys: 1,
  lua: `${COUNTING}
begin(ARGV[1], ARGV[2])
for at = 3, #ARGV do
  local item = itemOf(ARGV[at])
  if item then
    redis.call('ZADD', base .. ':expiry', ARGV[2], ARGV[at])
    keep(base .. ':of:' .. item.path[#item.path])
    for limit in ipairs(item.amounts) do
      for depth = 1, #item.path do keep(membersOf(limit, item.path[depth - 1] or '')) end
      keep(base .. ':used:' .. limit)
      keep(base .. ':since:' .. limit)
    end
    keep(base .. ':expiry')
    keep(base .. ':items')
  end
end
return 1`,
};

/** Drops the record of a session, which its node keeps. KEYS: session. */
const dropRecord: Script = { keys: 1, lua: `return redis.call('HDEL', KEYS[1], 'record')` };

/** KEYS: session. ARGV: claim or '', record, milliseconds to live. */
const setRecord: Script = {
  keys: 1,
  lua: `${CHECK_CLAIM}
local refused = checkClaim(KEYS[1], ARGV[1])
if refused then return refused end
redis.call('HSET', KEYS[1], 'record', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`,
};

/** KEYS: session. ARGV: claim or ''. */
const deleteSession: Script = {
  keys: 1,
  lua: `${CHECK_CLAIM}
local refused = checkClaim(KEYS[1], ARGV[1])
if refused then return refused end
return redis.call('DEL', KEYS[1])`,
};

/**
 * Claims a session for a node, if the node that has it is the one that is expected.
 *
 * KEYS: session. ARGV: node, expected node or '' for none, least number, milliseconds to live. Returns the node and the number of the claim.
 */
const claim: Script = {
  keys: 1,
  lua: `
local owner = redis.call('HGET', KEYS[1], 'node')
local latest = tonumber(redis.call('HGET', KEYS[1], 'claim') or '0') or 0
if owner == ARGV[1] then return { owner, latest } end
if (owner or '') ~= ARGV[2] then return { owner or '', latest } end
local number = math.max(latest + 1, tonumber(ARGV[3]))
redis.call('HSET', KEYS[1], 'node', ARGV[1], 'claim', number)
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return { ARGV[1], number }`,
};

/** KEYS: bucket. ARGV: calls per millisecond, burst, cost. Returns 0 if the call is admitted, or the milliseconds to wait. */
const take: Script = {
  keys: 1,
  lua: `
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000 + tonumber(clock[2]) / 1000
local rate, burst, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local bucket = redis.call('HMGET', KEYS[1], 'tokens', 'time')
local tokens, time = tonumber(bucket[1] or '') or burst, tonumber(bucket[2] or '') or now
tokens = math.min(burst, tokens + math.max(0, now - time) * rate)
local wait = 0
if tokens < cost then wait = math.ceil((cost - tokens) / rate) else tokens = tokens - cost end
redis.call('HSET', KEYS[1], 'tokens', string.format('%.6f', tokens), 'time', string.format('%.3f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate) + 1000)
return wait`,
};

/** KEYS: number, log. ARGV: channel, change, most changes, milliseconds to live. */
const publish: Script = {
  keys: 2,
  lua: `
local number = redis.call('INCR', KEYS[1])
local added = redis.pcall('XADD', KEYS[2], 'MAXLEN', '~', ARGV[3], number .. '-1', 'c', ARGV[2])
if type(added) == 'table' and added.err then
  redis.call('DEL', KEYS[2])
  redis.call('XADD', KEYS[2], number .. '-1', 'c', ARGV[2])
end
redis.call('PEXPIRE', KEYS[2], ARGV[4])
redis.call('PUBLISH', ARGV[1], number .. ' ' .. ARGV[2])
return number`,
};

/** KEYS: channel. ARGV: message. The name of the channel is a key, so that the server with this key publishes the message. */
const publishAt: Script = { keys: 1, lua: `return redis.call('PUBLISH', KEYS[1], ARGV[1])` };

/** KEYS: task. ARGV: record, whether it has ended, when it changed, milliseconds to live. A task that has ended stays as it is. */
const setTask: Script = {
  keys: 1,
  lua: `
if ARGV[2] == '0' and redis.call('HGET', KEYS[1], 'ended') == '1' then
  local changed = tonumber(redis.call('HGET', KEYS[1], 'changed') or '0') or 0
  if changed >= tonumber(ARGV[3]) then return 0 end
end
redis.call('HSET', KEYS[1], 'record', ARGV[1], 'ended', ARGV[2], 'changed', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1`,
};

/** All scripts by name. */
export const SCRIPTS = {
  append,
  dropEvents,
  share,
  unshare,
  refresh,
  dropRecord,
  setRecord,
  deleteSession,
  claim,
  take,
  publish,
  publishAt,
  setTask,
} as const satisfies {
  readonly [name: string]: Script;
};

/** The name of a script. */
export type ScriptName = keyof typeof SCRIPTS;
