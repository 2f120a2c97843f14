// What JavaScript and the engine hand each other: a text goes in; a text or numbers come out.
#pragma once

#include <boost/json/value.hpp>
#include <cstdint>
#include <string>
#include <vector>

// A function that WebAssembly exports.
#define SAPPER_EXPORT(name) extern "C" __attribute__((export_name(#name), used))

namespace sapper::experiments::browser {

// The bytes that JavaScript wrote before its call.
std::string& input();
// The text that JavaScript reads after its call.
std::string& result();
// The numbers that JavaScript reads after a call that gives numbers.
std::vector<double>& numbers();

// Makes the value, as JSON, the text of the call.
void give(const boost::json::value& value);

}  // namespace sapper::experiments::browser
