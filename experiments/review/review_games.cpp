#include "experiments/review/review_games.hpp"

#include <exception>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "experiments/run/in_order.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments {
namespace {

// More games than threads are in flight, as games take different times.
constexpr std::size_t kReviewsPerThread = 8;

// A game in flight; `refusal` is not empty if it cannot be reviewed.
struct ReviewJob {
  RecordedGame game;
  ReviewedGame reviewed;
  std::string refusal;
  bool is_dropped = false;  // because of an interruption
};

void review_job(Reviewer& reviewer, ReviewJob& job, const std::atomic<bool>& interrupt) {
  job.is_dropped = interrupt;
  if (job.is_dropped || !job.refusal.empty()) return;
  const std::string file = job.game.file;
  try {
    job.reviewed = reviewer.review(std::move(job.game), &interrupt);
  } catch (const ReviewInterrupted&) {
    job.is_dropped = true;
  } catch (const InputError& error) {
    job.refusal = error.what();
  } catch (const std::exception& error) {
    job.refusal = InputError::in_file(file, error.what()).what();
  }
}

}  // namespace

void review_games(GameSource& source, const ReviewSettings& settings, const std::atomic<bool>& interrupt,
                  const std::function<void(ReviewedGame&&)>& take,
                  const std::function<void(const std::string&)>& refuse) {
  std::vector<std::unique_ptr<Reviewer>> reviewers;  // [slot]
  for (std::size_t i = 0; i < settings.threads; ++i)
    reviewers.push_back(std::make_unique<Reviewer>(settings.judged, settings.first_click));
  std::vector<ReviewJob> in_flight(settings.threads * kReviewsPerThread);
  bool has_dropped = false;  // with a game those after it are dropped
  in_order(
      on_threads(settings.threads), in_flight,
      [&](ReviewJob& job) {
        if (interrupt) return false;
        std::optional<GameSource::Item> item = source.next(interrupt);
        if (!item) return false;
        job.refusal.clear();
        if (auto* game = std::get_if<RecordedGame>(&*item))
          job.game = std::move(*game);
        else
          job.refusal = std::get<GameSource::Refusal>(*item).message;
        return true;
      },
      [&](ReviewJob& job, std::size_t slot) { review_job(*reviewers[slot], job, interrupt); },
      [&](ReviewJob& job) {
        has_dropped = has_dropped || job.is_dropped;
        if (has_dropped) return;
        if (job.refusal.empty())
          take(std::move(job.reviewed));
        else
          refuse(job.refusal);
      });
}

}  // namespace sapper::experiments
