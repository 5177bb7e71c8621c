// features: threads containers globals loop-heads
// Threads decide requests by rights that are bit masks, hand out tokens for them, and seal all decisions by hashes of blocks.
#include <cstdint>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

using Mask = std::uint32_t;

constexpr Mask kRead = 1, kWrite = 2, kRun = 4, kShare = 8, kOwn = 16, kAllRights = 31;
constexpr int kRightBits = 5, kOwner = 0, kGroup = 1, kOthers = 2;  // who has which rights in a mode
constexpr Mask kSealed = 1u << 15, kAudited = 1u << 16, kLevelShift = 17;
constexpr Mask kPayers = 1, kAuditors = 2, kClerks = 4, kGuests = 8;

static bool has(Mask mask, Mask bits) {
  return (mask & bits) == bits;
}

struct User {
  const char* name;
  Mask groups;  // a bit for each
  int level;
  bool blocked;

  bool is_member(int group) const { return group >= 0 && (groups >> group & 1u) != 0; }
  // Nobody is to pay and to audit, and no guest is to be trusted much.
  bool has_conflict() const {
    return (has(groups, kPayers) && has(groups, kAuditors)) || (has(groups, kGuests) && level > 0);
  }
};

struct Document {
  const char* name;
  int owner, group;
  Mask mode;  // rights of owner, group and others, then flags, then the level

  int level() const { return static_cast<int>(mode >> kLevelShift & 7u); }
  Mask rights(int whose) const { return mode >> (whose * kRightBits) & kAllRights; }
};

struct Request {
  int user, document;
  Mask wanted;
};

struct Decision {
  bool allowed = false;
  int witness = -1;
  Mask missing = 0, token = 0;
};

static const std::vector<User> users = {
    {"ada", kPayers | kClerks, 3, false},   {"bob", kAuditors, 2, false},         {"cyd", kClerks, 1, false},
    {"dan", kPayers | kAuditors, 3, false}, {"eve", kGuests | kClerks, 1, false}, {"fay", kClerks, 3, true},
};
static const std::vector<Document> documents = {
    {"plan", 0, 2, 1u << kLevelShift | (kRead | kRun) << 10 | (kWrite | kShare) << 5 | kOwn},
    {"accounts", 1, 0, 2u << kLevelShift | kAudited | kRead << 10 | (kWrite | kShare) << 5 | kOwn},
    {"tool", 2, 2, kRun << 10 | (kRun | kRead) << 5 | kOwn},
    {"contract", 0, 1, 3u << kLevelShift | kSealed | kAudited | kRead << 5 | kOwn | kShare},
    {"notes", 4, -1, kWrite << 10 | kShare << 5 | kOwn},
};

static std::mutex summary_mutex;
static std::map<int, Mask> refused_rights;  // by user
static Mask opened_documents;
static int forged_accepted, genuine_accepted;

// Owners may do all but run; who may write or share may read.
static Mask granted_rights(int number, const Document& document) {
  Mask rights = document.rights(kOthers);
  if (users[number].is_member(document.group)) rights |= document.rights(kGroup);
  if (document.owner == number) rights |= document.rights(kOwner);
  if (has(rights, kOwn)) rights |= kAllRights ^ kRun;
  if ((rights & (kWrite | kShare)) != 0) rights |= kRead;
  return has(document.mode, kSealed) ? rights & ~(kWrite | kShare) : rights;
}

static bool is_valid(const Request& request) {
  return request.user >= 0 && request.user < static_cast<int>(users.size()) && request.document >= 0 &&
         request.document < static_cast<int>(documents.size()) && request.wanted != 0 &&
         (request.wanted & ~kAllRights) == 0;
}

static bool is_cleared(const Request& request, const Document& document) {
  const User& user = users[request.user];
  return !user.blocked && (user.level >= document.level() ||
                           (document.owner == request.user && !has(document.mode, kAudited)));
}

static bool is_risky(const Request& request, const Document& document) {
  return (request.wanted & (kWrite | kShare)) != 0 && document.owner != request.user &&
         (has(document.mode, kAudited) || users[request.user].has_conflict());
}

static bool may_witness(int number, const Request& request, const Document& document) {
  const User& user = users[number];
  return number != request.user && !user.blocked && !user.has_conflict() &&
         (document.owner == number || (user.is_member(document.group) && user.level >= document.level()));
}

static int find_witness(const Request& request, const Document& document) {
  int number = static_cast<int>(users.size()) - 1;
  while (number >= 0 && !may_witness(number, request, document)) --number;
  return number;
}

static Mask check_of(Mask body) {
  Mask check = 0x5a;
  for (Mask left = body & 0xffffffu; left != 0; left >>= 6)
    check = ((check << 3 | check >> 5) ^ (left & 0x3fu)) & 0xffu;
  return check;
}

// User, document and rights, six bits each; a check of them in the highest byte.
static Mask make_token(const Request& request) {
  const Mask body =
      static_cast<Mask>(request.user) << 12 | static_cast<Mask>(request.document) << 6 | request.wanted;
  return check_of(body) << 24 | body;
}

static bool opens(Mask token, int document, Mask rights) {
  return token >> 24 == check_of(token) && static_cast<int>(token >> 6 & 0x3fu) == document &&
         has(token & 0x3fu, rights);
}

static Decision decide(const Request& request) {
  Decision decision;
  if (!is_valid(request)) return decision;
  const Document& document = documents[request.document];
  decision.missing = request.wanted & ~granted_rights(request.user, document);
  decision.allowed = decision.missing == 0 && is_cleared(request, document);
  if (is_risky(request, document)) {
    decision.witness = find_witness(request, document);
    decision.allowed = decision.allowed && decision.witness >= 0;
  }
  if (decision.allowed) decision.token = make_token(request);
  return decision;
}

static void note(const Request& request, const Decision& decision) {
  const std::lock_guard<std::mutex> lock(summary_mutex);
  if (decision.allowed) opened_documents |= 1u << request.document;
  if (decision.missing != 0) refused_rights[request.user] |= decision.missing;
}

// Flips some bits, one at a time: none of these tokens should open anything.
static void try_forgeries(const Request& request, Mask token) {
  int accepted = 0;
  for (Mask bit = 1; bit != 0; bit <<= 5) accepted += opens(token ^ bit, request.document, kRead) ? 1 : 0;
  const std::lock_guard<std::mutex> lock(summary_mutex);
  forged_accepted += accepted;
  genuine_accepted += opens(token, request.document, request.wanted) ? 1 : 0;
}

static Mask mix(Mask hash, Mask value) {
  hash ^= value;
  hash = hash << 7 | hash >> 25;
  return (hash ^ hash >> 11) * 2654435761u;
}

static Mask hash_block(const std::vector<Decision>& decisions, std::size_t block) {
  Mask hash = static_cast<Mask>(block);
  for (std::size_t i = block << 2; i < (block + 1) << 2 && i < decisions.size(); ++i)
    hash = mix(hash, decisions[i].token ^ decisions[i].missing << 3);
  return hash;
}

// Hashes two by two, until one is left.
static Mask seal(std::vector<Mask> hashes) {
  for (std::size_t width = hashes.size(); width > 1; width = (width + 1) >> 1) {
    for (std::size_t i = 0; i < width; i += 2)
      hashes[i >> 1] = mix(hashes[i], i + 1 < width ? hashes[i + 1] : ~hashes[i]);
  }
  return hashes[0];
}

template <typename Work>
static void in_parallel(std::size_t workers, std::size_t size, Work work) {
  std::vector<std::thread> threads;
  const auto do_some = [=](std::size_t first) {
    for (std::size_t i = first; i < size; i += workers) work(i);
  };
  for (std::size_t number = 0; number < workers; ++number) threads.emplace_back(do_some, number);
  for (std::thread& thread : threads) thread.join();
}

static std::string show(Mask rights) {
  std::string text;
  for (int i = 0; kAllRights >> i != 0; ++i) text += (rights >> i & 1u) != 0 ? "rwxso"[i] : '-';
  return text;
}

int main() {
  std::vector<Request> requests;
  for (int i = 0; i < 26; ++i)
    requests.push_back({i * 5 % 7, (i + i / 7) % 5, 1u << (i * 7 % 11 % 6) | (i % 3 == 0 ? kRead : 0u)});
  std::vector<Decision> decisions(requests.size());
  in_parallel(3, requests.size(), [&](std::size_t i) {
    decisions[i] = decide(requests[i]);
    note(requests[i], decisions[i]);
  });
  for (std::size_t i = 0; i < requests.size(); ++i)
    std::printf("%d to %d %s: %s, lacks %s, witness %d, token %08x\n", requests[i].user, requests[i].document,
                show(requests[i].wanted).c_str(), decisions[i].allowed ? "yes" : "no",
                show(decisions[i].missing).c_str(), decisions[i].witness, decisions[i].token);
  in_parallel(2, requests.size(), [&](std::size_t i) {
    if (decisions[i].allowed) try_forgeries(requests[i], decisions[i].token);
  });
  std::vector<Mask> hashes((decisions.size() + 3) >> 2);
  in_parallel(2, hashes.size(), [&](std::size_t i) { hashes[i] = hash_block(decisions, i); });
  std::printf("opened %x, %d tokens, %d forged; seal %08x\n", opened_documents, genuine_accepted,
              forged_accepted, seal(hashes));
  for (const auto& [user, rights] : refused_rights)
    std::printf("refused %s: %s\n", users[user].name, show(rights).c_str());
  return 0;
}
