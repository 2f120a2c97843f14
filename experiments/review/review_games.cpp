#include "experiments/review/review_games.hpp"

#include <fmt/format.h>

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "experiments/review/board_clicks.hpp"
#include "experiments/review/kept_review.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

// More games than threads are in flight, as games take different times.
constexpr std::size_t kReviewsPerThread = 8;

// A game in flight; `refusal` is not empty if it cannot be reviewed.
struct ReviewJob {
  std::size_t number = 0;  // in the order of the source, from 0
  RecordedGame game;
  ReviewedGame reviewed;
  std::string identity;  // of the game; empty: the source refused it
  std::string refusal;
  std::optional<KeptReview> kept;
};

void check_is_kept_one(const ReviewJob& job) {
  // A game that the source refused is refused in the same words.
  if (job.identity == job.kept->game &&
      (!job.identity.empty() || line_of({{}, {}, job.refusal}) == line_of({{}, {}, job.kept->refusal})))
    return;
  throw InputError(fmt::format(
      "review: {} of the files is not as it was when it was reviewed; delete the checkpoint and run without "
      "--resume to start over",
      job.identity.empty() ? fmt::format("item {}", job.number + 1) : printable_file(job.game.file)));
}

void review_job(Reviewer& reviewer, ReviewJob& job) {
  if (job.kept) check_is_kept_one(job);
  if (!job.refusal.empty()) return;
  if (job.kept && !job.kept->judged) {
    job.refusal = job.kept->refusal;
    return;
  }
  const std::string file = job.game.file;
  try {
    job.reviewed = reviewer.review(std::move(job.game), job.kept ? &*job.kept->judged : nullptr);
    job.reviewed.clicks = clicks_of(job.reviewed.game);
  } catch (const InputError& error) {
    job.refusal = error.what();
  } catch (const std::exception& error) {
    job.refusal = InputError::in_file(file, error.what()).what();
  }
}

std::string line_of(const ReviewJob& job) {
  if (!job.refusal.empty()) return line_of(KeptReview{job.identity, {}, job.refusal});
  return line_of(KeptReview{job.identity, job.reviewed.judged, {}});
}

}  // namespace

void review_games(GameSource& source, const ReviewSettings& settings, const std::atomic<bool>& interrupt,
                  const std::function<void(ReviewedGame&&)>& take,
                  const std::function<void(const std::string&)>& refuse,
                  const std::function<void(const std::string&)>& keep) {
  std::vector<std::unique_ptr<Reviewer>> reviewers;  // [slot]
  for (std::size_t i = 0; i < settings.threads; ++i)
    reviewers.push_back(std::make_unique<Reviewer>(settings.judged, settings.first_click));
  std::vector<ReviewJob> in_flight(settings.threads * kReviewsPerThread);
  std::size_t planned = 0;
  in_order_until(
      interrupt, on_threads(settings.threads), in_flight,
      [&](ReviewJob& job) {
        std::optional<GameSource::Item> item = source.next();
        if (!item && planned < settings.kept_lines.size())
          throw InputError(
              "review: the files hold fewer games than were reviewed; delete the checkpoint and run without "
              "--resume to start over");
        if (!item) return false;
        job.number = planned++;
        job.refusal.clear();
        job.identity.clear();
        job.kept.reset();
        if (job.number < settings.kept_lines.size()) job.kept = kept_review(settings.kept_lines[job.number]);
        if (auto* game = std::get_if<RecordedGame>(&*item))
          job.game = std::move(*game);
        else
          job.refusal = std::get<GameSource::Refusal>(*item).message;
        if (job.refusal.empty() && (keep || job.kept)) job.identity = identity_of(job.game);
        return true;
      },
      [&](ReviewJob& job, std::size_t slot) { review_job(*reviewers[slot], job); },
      [&](ReviewJob& job) {
        if (keep && !job.kept) keep(line_of(job));
        if (job.refusal.empty())
          take(std::move(job.reviewed));
        else
          refuse(job.refusal);
      });
}

}  // namespace sapper::experiments
