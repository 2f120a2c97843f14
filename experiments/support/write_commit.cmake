# Writes OUTPUT, a source file that holds the commit of SOURCE_DIR; leaves it untouched where nothing has changed, so
# that a build without changes compiles nothing. Run at each build.
execute_process(COMMAND git describe --always --dirty --tags WORKING_DIRECTORY ${SOURCE_DIR}
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "")
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
namespace sapper::experiments {
extern const char* const kBuiltFromCommit;
const char* const kBuiltFromCommit = "@commit@";
}  // namespace sapper::experiments
]])
